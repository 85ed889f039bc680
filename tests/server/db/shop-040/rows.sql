insert into catalogue_state (only_row, epoch, version) values
  (1, '5acb6e6c-cd7c-42a1-acc2-bc83a40449c7', 10);

insert into fish (number, id, trade_name, trade_name_fr, trade_name_es, scientific_name, fao_code, classe, category, type, image, placeholder, size, weight, count_in_stock, rating, num_reviews, created_at, updated_at, seq, sort_name, code, presentation, treatment, glazing, origin, packing, certificates) values
  (2, '019b62e6-0390-77d7-8bc3-8415dea01118', 'Madeiran sardinella', 'Grande allache', 'Machuelo', 'Sardinella maderensis', 'SAE', 'Actinopterygii', 'Dorosomatidae', 'fish', '/images/784b416b858033919cf0711f926c0d73/640.webp', 'NPgFDYL3qpZoiIiOZneIivZ3fn/n', '180-300 g', '', 260, 0, 0, '2025-12-28T03:00:00.016Z', '2025-12-28T03:00:00.016Z', 2, 'madeiran sardinella', '', 'whole', 'frozen', 0, 'FAO 34', '20 kg carton', ''),
  (3, '019b698c-e510-74fe-bc6e-2b7ebe81724d', 'Round sardinella', 'Allache', 'Alacha', 'Sardinella aurita', 'SAA', 'Actinopterygii', 'Dorosomatidae', 'fish', '/images/2e6156551d15cb01585f94172e8ab1b2/640.webp', 'NPgFDYL3qpZoiIiOZneIitd3b3/3', '25-30 cm', '', 350, 0, 0, '2025-12-29T10:00:00.016Z', '2025-12-29T10:00:00.016Z', 3, 'round sardinella', '', 'whole', 'frozen', 0, 'FAO 34', '20 kg carton', ''),
  (4, '019b7033-c690-750a-8b6a-9b770a0d213f', 'European pilchard (sardine)', 'Sardine commune', 'Sardina europea', 'Sardina pilchardus', 'PIL', 'Actinopterygii', 'Alosidae', 'fish', '/images/157537647c7423edc72532d7e77422b4/640.webp', 'NPgFDYL2modoh4ieZneIivZ4bn/n', '20-25 pcs/kg', '', 480, 4.333333333333333, 3, '2025-12-30T17:00:00.016Z', '2025-12-30T17:00:00.016Z', 5, 'european pilchard (sardine)', '', 'whole', 'frozen', 0, 'FAO 34', '20 kg carton', ''),
  (8, '01a21384-cb66-764d-b331-89615fd689ec', 'Kept “ü”; it''s', 'Morue', 'Bacalao', '', '', 'Actinopterygii', 'Gadidae', 'fish', '', '', '', '', 12.5, 4, 1, '2026-01-01T00:00:00.028Z', '2026-01-01T00:00:00.028Z', 10, 'kept “u”; it''s', 'K-1', '', '', 10, '', '', '');

insert into fish_tombstone (id, seq) values
  ('01a21384-cb63-7706-9122-aa792af304b4', 9);

insert into account (id, name, email, password_hash, created_at, search, confirmed_at, rights) values
  ('01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', 'ada@example.org', '$argon2id$v=19$m=19456,t=2,p=1$dyo6MaVcycwncPEWgH5CrQ$0K6EgkTzUTPqBzlyOI9vLE7/s/6noHpWv2cmA2BPrMY', '2026-01-01T00:00:00.000Z', 'ada buyer
ada@example.org', null, ''),
  ('01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', 'bo@example.org', '$argon2id$v=19$m=19456,t=2,p=1$dyo6MaVcycwncPEWgH5CrQ$0K6EgkTzUTPqBzlyOI9vLE7/s/6noHpWv2cmA2BPrMY', '2026-01-01T00:00:00.003Z', 'bo admin
bo@example.org', null, 'orders products people shop');

insert into login_session (token_hash, account_id, expires_at, device, created_at, last_used_at) values
  ('RukS8mh2uDDQod9fllINE--vfP5LU8NqnUatPnLJ0EU', '01a21384-c8ac-7709-b370-db1ace9d222a', '2026-01-31T00:00:00.037Z', '/', '2026-01-01T00:00:00.002Z', '2026-01-01T00:00:00.038Z'),
  ('_sPSd1un-TuBLTHnyJIk4-41LBxC_7k_7yW-dlfjjK4', '01a21384-ca5b-7012-bab8-fc804c274895', '2026-01-31T10:00:00.402Z', '/', '2026-01-01T00:00:00.005Z', '2026-01-01T10:00:00.403Z');

insert into review (id, fish_id, author_id, name, rating, comment, created_at) values
  ('019b390e-5810-7259-b4cc-6c31c151beb2', '019b7033-c690-750a-8b6a-9b770a0d213f', 'demo:Hannah Whitlock', 'Hannah Whitlock', 5, 'Count was true to the label: 22 to 24 a kilo in every carton we opened. Bellies firm, no burst fish.', '2025-12-20T00:00:00.016Z'),
  ('019aa3b5-ec10-748c-88a8-96daf82cd45b', '019b7033-c690-750a-8b6a-9b770a0d213f', 'demo:Youssef Benkirane', 'Youssef Benkirane', 4, 'Bon calibre et bonne teneur en gras pour la saison. Quelques cartons écrasés en bas de palette.', '2025-11-21T00:00:00.016Z'),
  ('01998351-cc10-7230-be93-cfc4b3b49ecd', '019b7033-c690-750a-8b6a-9b770a0d213f', 'demo:Javier Ordóñez', 'Javier Ordóñez', 4, 'Buena para conserva, talla muy uniforme. El contenedor llegó dos días tarde, pero a -20 °C.', '2025-09-26T00:00:00.016Z'),
  ('01a21384-cb9a-757d-a8a5-2d64aa4c6a60', '01a21384-cb66-764d-b331-89615fd689ec', '01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', 4, 'Firm;

and fresh', '2026-01-01T00:00:00.043Z');

insert into shop_order (id, reference, created_at, buyer_id, buyer_name, buyer_email, phone, address, city, postal_code, country, search, language, wishes, state, expires_at, version, feed_seq, changed_at, buyer_said, buyer_bytes, shop_said, shop_bytes, sealed_at) values
  ('01a21384-cc10-7290-b747-b28b365d9c3c', 'Q-HCV5-V71W', '2026-01-01T00:00:00.060Z', '01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', 'ada@example.org', '+212 5', '1 Quay', 'Agadir', '80000', 'Morocco', 'q-hcv5-v71w 01a21384-cc10-7290-b747-b28b365d9c3c ada buyer ada@example.org agadir morocco madeiran sardinella grande allache machuelo round sardinella allache alacha', 'fr', '{"incoterm":"CIF","place":"Vigo","currency":"EUR","note":"soon"}', 'requested', null, 1, 6, '2026-01-01T00:00:00.162Z', 0, 0, 1, 25, null),
  ('01a21384-cc3d-7364-80d1-5c068e379818', 'Q-0T73-F60R', '2026-01-01T00:00:00.082Z', '01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', 'ada@example.org', '+212 5', '1 Quay', 'Agadir', '80000', 'Morocco', 'q-0t73-f60r 01a21384-cc3d-7364-80d1-5c068e379818 ada buyer ada@example.org agadir morocco kept “u”; it''s morue bacalao k-1', 'en', '{}', 'offered', '2026-01-02T23:00:00.000Z', 3, 5, '2026-01-01T00:00:00.143Z', 1, 39, 2, 517, null),
  ('01a21384-cce0-73cc-b7f7-91a987e23bd4', 'Q-N63Y-4EYM', '2026-01-01T00:00:00.178Z', '01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', 'ada@example.org', '+212 5', '1 Quay', 'Agadir', '80000', 'Morocco', 'q-n63y-4eym 01a21384-cce0-73cc-b7f7-91a987e23bd4 ada buyer ada@example.org agadir morocco kept “u”; it''s morue bacalao k-1', 'en', '{}', 'accepted', null, 2, 9, '2026-01-01T00:00:00.218Z', 0, 0, 1, 239, null),
  ('01a21384-cd23-77c2-9be0-c038a3a09ff2', 'Q-72HT-17ZJ', '2026-01-01T00:00:00.234Z', '01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', 'ada@example.org', '+212 5', '1 Quay', 'Agadir', '80000', 'Morocco', 'q-72ht-17zj 01a21384-cd23-77c2-9be0-c038a3a09ff2 ada buyer ada@example.org agadir morocco madeiran sardinella grande allache machuelo round sardinella allache alacha', 'en', '{}', 'sealed', null, 2, 13, '2026-01-01T00:00:00.286Z', 0, 0, 1, 328, '2026-01-01T00:00:00.286Z'),
  ('01a21384-cd93-71b0-8566-073d4d14a352', 'Q-7N6H-98TJ', '2026-01-01T00:00:00.322Z', '01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', 'ada@example.org', '+212 5', '1 Quay', 'Agadir', '80000', 'Morocco', 'q-7n6h-98tj 01a21384-cd93-71b0-8566-073d4d14a352 ada buyer ada@example.org agadir morocco kept “u”; it''s morue bacalao k-1', 'en', '{}', 'declined', null, 2, 18, '2026-01-01T00:00:00.362Z', 0, 0, 1, 239, null);

insert into order_item (order_id, position, fish_id, name, name_fr, name_es, image, qty, note, code, size, weight, presentation, treatment, glazing, packing) values
  ('01a21384-cc10-7290-b747-b28b365d9c3c', 0, '019b62e6-0390-77d7-8bc3-8415dea01118', 'Madeiran sardinella', 'Grande allache', 'Machuelo', '/images/784b416b858033919cf0711f926c0d73/640.webp', 2.5, '', '', '180-300 g', '', 'whole', 'frozen', 0, '20 kg carton'),
  ('01a21384-cc10-7290-b747-b28b365d9c3c', 1, '019b698c-e510-74fe-bc6e-2b7ebe81724d', 'Round sardinella', 'Allache', 'Alacha', '/images/2e6156551d15cb01585f94172e8ab1b2/640.webp', 2.5, '', '', '25-30 cm', '', 'whole', 'frozen', 0, '20 kg carton'),
  ('01a21384-cc3d-7364-80d1-5c068e379818', 0, '01a21384-cb66-764d-b331-89615fd689ec', 'Kept “ü”; it''s', 'Morue', 'Bacalao', '', 2.5, '', 'K-1', '', '', '', '', 10, ''),
  ('01a21384-cce0-73cc-b7f7-91a987e23bd4', 0, '01a21384-cb66-764d-b331-89615fd689ec', 'Kept “ü”; it''s', 'Morue', 'Bacalao', '', 2.5, '', 'K-1', '', '', '', '', 10, ''),
  ('01a21384-cd23-77c2-9be0-c038a3a09ff2', 0, '019b62e6-0390-77d7-8bc3-8415dea01118', 'Madeiran sardinella', 'Grande allache', 'Machuelo', '/images/784b416b858033919cf0711f926c0d73/640.webp', 2.5, '', '', '180-300 g', '', 'whole', 'frozen', 0, '20 kg carton'),
  ('01a21384-cd23-77c2-9be0-c038a3a09ff2', 1, '019b698c-e510-74fe-bc6e-2b7ebe81724d', 'Round sardinella', 'Allache', 'Alacha', '/images/2e6156551d15cb01585f94172e8ab1b2/640.webp', 2.5, '', '', '25-30 cm', '', 'whole', 'frozen', 0, '20 kg carton'),
  ('01a21384-cd93-71b0-8566-073d4d14a352', 0, '01a21384-cb66-764d-b331-89615fd689ec', 'Kept “ü”; it''s', 'Morue', 'Bacalao', '', 2.5, '', 'K-1', '', '', '', '', 10, '');

insert into idempotency_key (id, owner_id, payload_hash, status, created_at) values
  ('01a21384-cd7f-77d7-acd7-fac46267fec8', '01a21384-c8ac-7709-b370-db1ace9d222a', 'a0a26983c814fe4c901535de9375ad2331617b6d771c97ce50d333eb2cc88fd5', 410, '2026-01-01T00:00:00.294Z'),
  ('01a21384-cd93-71b0-8566-073d4d14a352', '01a21384-c8ac-7709-b370-db1ace9d222a', 'a72afdb6bbef3fcda1594845d409b4d130c8ecfdc83be14a57fd13945763a6b6', 201, '2026-01-01T00:00:00.321Z'),
  ('01a21384-cdb6-7794-83da-c1eac5b18893', '01a21384-ca5b-7012-bab8-fc804c274895', '5468a2b78848af7822e38f715cf0d33d81a3a649de5b1daa01ace4981f37153f', 201, '2026-01-01T00:00:00.341Z'),
  ('01a21384-cdcd-7291-8d75-3a22453cb4bb', '01a21384-c8ac-7709-b370-db1ace9d222a', 'ac70009cc02faa5fc49b431e0a5c798dfb93612c046d3e0b80d87af88ea6d6b9', 201, '2026-01-01T00:00:00.360Z'),
  ('01a21384-ce04-73f2-9db5-c2d68567b776', '', 'dc4be834e635547713a1e3887e21340d72fd25da58ddf8c8b5d0180d233f8535', 201, '2026-01-01T10:00:00.382Z'),
  ('01a21384-ce09-70f2-9124-5a1c54ba0e2a', '', 'cbca159641cd4829fcda07c49ab7324359843ba087ee71259b29ab166d78e6b2', 201, '2026-01-01T10:00:00.388Z');

insert into subscriber (id, email, created_at, token) values
  ('01a21384-ce08-73f4-ade0-4d916015c985', 'reader@gmail.com', '2026-01-01T10:00:00.383Z', 'a19e70a4df27fbd2dcdf757265bacb75');

insert into contact_message (id, subject, name, email, message, created_at, sent_at, attempts, next_attempt_at, read_at, answered_at) values
  ('01a21384-ce09-70f2-9124-5a1c54ba0e2a', 'Ice', 'Cy', 'cy@example.org', 'Do you sell ice?

Thanks', '2026-01-01T10:00:00.389Z', null, 0, '2026-01-01T10:00:00.389Z', null, null);

insert into rate_limit (bucket, hits, ends_at) values
  ('login:127.0.0.1', 1, '2026-01-01T11:00:00.409Z');

insert into order_event (id, order_id, seq, kind, at, side, author_id, author_name, body, feed_seq, state, offer_seq, offers, state_at, state_seq) values
  ('01a21384-cc4e-7749-9b0a-496c718e0d26', '01a21384-cc3d-7364-80d1-5c068e379818', 1, 'offer', '2026-01-01T00:00:00.105Z', 'shop', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', '{"offer":{"currency":"EUR","lines":[{"fishe":"01a21384-cb66-764d-b331-89615fd689ec","qty":2.5,"price":185000,"total":462500}],"incoterm":"CIF","place":"Vigo","validUntil":"2026-01-10","note":"one","total":462500,"expiresAt":"2026-01-10T23:00:00.000Z"}}', 3, 'offered', 1, 1, '2026-01-01T00:00:00.105Z', 1),
  ('01a21384-cca2-72fa-8283-069b73d81498', '01a21384-cc3d-7364-80d1-5c068e379818', 2, 'offer', '2026-01-01T00:00:00.122Z', 'shop', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', '{"offer":{"currency":"EUR","lines":[{"fishe":"01a21384-cb66-764d-b331-89615fd689ec","qty":2.5,"price":185000,"total":462500}],"incoterm":"CIF","place":"Vigo","validUntil":"2026-01-02","note":"two; and\n\nmore","total":462500,"expiresAt":"2026-01-02T23:00:00.000Z"}}', 4, 'offered', 2, 2, '2026-01-01T00:00:00.122Z', 2),
  ('01a21384-ccc0-77ee-9796-d93cf2af1061', '01a21384-cc3d-7364-80d1-5c068e379818', 3, 'message', '2026-01-01T00:00:00.143Z', 'buyer', '01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', '{"text":"Thanks; a question:\n\nwhen?"}', 5, 'offered', 2, 2, '2026-01-01T00:00:00.122Z', 2),
  ('01a21384-ccce-76ad-a48e-d3f00208a6b1', '01a21384-cc10-7290-b747-b28b365d9c3c', 1, 'message', '2026-01-01T00:00:00.162Z', 'shop', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', '{"text":"We look at it."}', 6, 'requested', null, 0, null, null),
  ('01a21384-ccea-7295-973e-1a7a739e507e', '01a21384-cce0-73cc-b7f7-91a987e23bd4', 1, 'offer', '2026-01-01T00:00:00.201Z', 'shop', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', '{"offer":{"currency":"EUR","lines":[{"fishe":"01a21384-cb66-764d-b331-89615fd689ec","qty":2.5,"price":185000,"total":462500}],"incoterm":"CIF","place":"Vigo","validUntil":"2026-01-20","total":462500,"expiresAt":"2026-01-20T23:00:00.000Z"}}', 8, 'offered', 1, 1, '2026-01-01T00:00:00.201Z', 1),
  ('01a21384-cd09-73b6-b446-b0a953b84061', '01a21384-cce0-73cc-b7f7-91a987e23bd4', 2, 'accept', '2026-01-01T00:00:00.218Z', 'buyer', '01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', '{"offer":"01a21384-ccea-7295-973e-1a7a739e507e"}', 9, 'accepted', 1, 1, '2026-01-01T00:00:00.218Z', 2),
  ('01a21384-cd30-7481-a5be-8bb84c588c79', '01a21384-cd23-77c2-9be0-c038a3a09ff2', 1, 'offer', '2026-01-01T00:00:00.257Z', 'shop', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', '{"offer":{"currency":"EUR","lines":[{"fishe":"019b62e6-0390-77d7-8bc3-8415dea01118","qty":2.5,"price":185000,"total":462500},{"fishe":"019b698c-e510-74fe-bc6e-2b7ebe81724d","qty":2.5,"price":185000,"total":462500}],"incoterm":"CIF","place":"Vigo","validUntil":"2026-01-20","total":925000,"expiresAt":"2026-01-20T23:00:00.000Z"}}', 11, 'offered', 1, 1, '2026-01-01T00:00:00.257Z', 1),
  ('01a21384-cd42-7415-b96c-72692de1e949', '01a21384-cd23-77c2-9be0-c038a3a09ff2', 2, 'accept', '2026-01-01T00:00:00.274Z', 'buyer', '01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', '{"offer":"01a21384-cd30-7481-a5be-8bb84c588c79"}', 12, 'accepted', 1, 1, '2026-01-01T00:00:00.274Z', 2),
  ('01a21384-cdb6-7794-83da-c1eac5b18893', '01a21384-cd93-71b0-8566-073d4d14a352', 1, 'offer', '2026-01-01T00:00:00.345Z', 'shop', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', '{"offer":{"currency":"EUR","lines":[{"fishe":"01a21384-cb66-764d-b331-89615fd689ec","qty":2.5,"price":185000,"total":462500}],"incoterm":"CIF","place":"Vigo","validUntil":"2026-01-20","total":462500,"expiresAt":"2026-01-20T23:00:00.000Z"}}', 17, 'offered', 1, 1, '2026-01-01T00:00:00.345Z', 1),
  ('01a21384-cdcd-7291-8d75-3a22453cb4bb', '01a21384-cd93-71b0-8566-073d4d14a352', 2, 'decline', '2026-01-01T00:00:00.362Z', 'buyer', '01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', '{"offer":"01a21384-cdb6-7794-83da-c1eac5b18893"}', 18, 'declined', null, 1, '2026-01-01T00:00:00.362Z', 2);

insert into order_feed (only_row, version) values
  (1, 18);

insert into order_tombstone (id, buyer_id, feed_seq) values
  ('01a21384-cd7f-77d7-acd7-fac46267fec8', '01a21384-c8ac-7709-b370-db1ace9d222a', 15);

insert into order_mail (id, order_id, recipient, subject, body, attempts, next_attempt_at, offer_seq, is_ending) values
  ('019b76da-a949-7039-937b-0625406f2079', '01a21384-cd93-71b0-8566-073d4d14a352', 'ada@example.org', 'Q-7N6H-98TJ: We have received your request', 'Hello,

We have received your request.

2.5 t Kept “ü”; it''s, 10% glazing · Art. K-1

We will answer with an offer, and write to you when it is ready.

Read and answer here:
https://quay.example/#/ord', 0, '2026-01-01T00:00:00.330Z', null, 0),
  ('019b76da-a95d-73c3-a505-a9dd4cdb15e6', '01a21384-cd93-71b0-8566-073d4d14a352', 'ada@example.org', 'Q-7N6H-98TJ: Our offer is ready', 'Hello,

Our offer is ready.

2.5 t Kept “ü”; it''s, 10% glazing · Art. K-1

Total: €4,625.00

The offer is valid until 20 January 2026.

Read and answer here:
https://quay.example/#/order/01a21384-cd93', 0, '2026-01-01T00:00:00.350Z', 1, 0),
  ('019b76da-a96b-74bf-bdde-1fa8ae9f69fa', '01a21384-cd93-71b0-8566-073d4d14a352', '', 'Q-7N6H-98TJ: Offer declined', 'Offer declined.

Read and answer here:
https://quay.example/#/order/01a21384-cd93-71b0-8566-073d4d14a352

From Ada Buyer, Morocco', 0, '2026-01-01T00:00:00.364Z', null, 0),
  ('019b78ff-fa78-7737-9b74-a758d7d88ce7', '01a21384-cc3d-7364-80d1-5c068e379818', 'ada@example.org', 'Q-0T73-F60R: Our offer expires tomorrow', 'Hello,

Our offer expires tomorrow.

2.5 t Kept “ü”; it''s, 10% glazing · Art. K-1

Total: €4,625.00

The offer is valid until 2 January 2026.

Read and answer here:
https://quay.example/#/order/01a213', 0, '2026-01-01T10:00:00.377Z', 2, 1);

insert into push_key (only_row, public_key, private_key) values
  (1, 'BMLdnUN-nFD2Gk1JlOz54vWaluKjlcAArMk5hDUkfy2ej0n7D0eCMB0ULLFViwY_3i0oVoFY0YVcY-Hbn139WdI', '_ZZRGP5hpeVFcaFNUvz45p_aYVEyKBZ_v9vVP0Xdd_8');

insert into push_subscription (id, token_hash, account_id, endpoint, p256dh, auth, language, created_at) values
  ('01a21384-cbd2-73c5-b818-2829333d4d0c', 'RukS8mh2uDDQod9fllINE--vfP5LU8NqnUatPnLJ0EU', '01a21384-c8ac-7709-b370-db1ace9d222a', 'https://fcm.googleapis.com/fcm/send/abc', 'BGjcT_SUhCyvmwmEr-_IKvLmNSrWFz06FfJsSc8_96FVYCGrTqi1jY8WxMRfImipvyc1pF3eCvLuIYUq0rS6rPE', 'cUwNyp0xc08pwfV-Z9PNvQ', 'fr', '2026-01-01T00:00:00.051Z');

insert into push_message (id, subscription_id, order_id, attempts, next_attempt_at) values
  ('019b78ff-fa7b-735d-8f2f-7a2bb5d37f14', '01a21384-cbd2-73c5-b818-2829333d4d0c', '01a21384-cc3d-7364-80d1-5c068e379818', 0, '2026-01-01T10:00:00.378Z'),
  ('019b76da-a8a9-776f-966e-1f1eba54e9d8', '01a21384-cbd2-73c5-b818-2829333d4d0c', '01a21384-cc10-7290-b747-b28b365d9c3c', 0, '2026-01-01T00:00:00.168Z'),
  ('019b76da-a8d0-75ec-85cf-c032adfd77b1', '01a21384-cbd2-73c5-b818-2829333d4d0c', '01a21384-cce0-73cc-b7f7-91a987e23bd4', 0, '2026-01-01T00:00:00.207Z'),
  ('019b76da-a908-7445-82ee-dd601482092c', '01a21384-cbd2-73c5-b818-2829333d4d0c', '01a21384-cd23-77c2-9be0-c038a3a09ff2', 0, '2026-01-01T00:00:00.263Z'),
  ('019b76da-a960-70a4-821a-6360fb27fb80', '01a21384-cbd2-73c5-b818-2829333d4d0c', '01a21384-cd93-71b0-8566-073d4d14a352', 0, '2026-01-01T00:00:00.351Z');

insert into shop_settings (only_row, version, logo, body, changed_at) values
  (1, 1, '', '{"name":"Quayside","shortName":"Quayside","tagline":{"en":"Fish and seafood for export, by the tonne","fr":"Poissons et fruits de mer pour l’export, à la tonne","es":"Pescado y marisco para exportación, por toneladas"},"lead":{"en":"From the quay to your cold store: choose species, size and packing, and ask for a quote in a minute. Works without a connection, too.","fr":"Du quai à votre entrepôt frigorifique : choisissez l’espèce, le calibre et le conditionnement, et demandez un devis en une minute. Même sans connexion.","es":"Del muelle a su cámara frigorífica: elija especie, calibre y embalaje, y solicite una cotización en un minuto. También sin conexión."},"about":{"en":"An exporter of fish, crustaceans and mollusks, at home on the fishing quay of Dakar, selling by the tonne to importers, processors and wholesalers on four continents.\n\n# What we do\n\nWe buy at the landing, from boats and cooperatives that we know by name. What comes ashore before dawn is graded, weighed and iced before the sun is high; what is to be frozen goes through the tunnel the same day, at −40 °C, and waits at −20 °C until its container sails.\n\nEvery lot has its papers from the first hour: species with its scientific name and FAO code, catch area and gear, landing date, health certificate and, for the European Union, catch certificate.\n\n# Our mission\n\nTo bring the catch of small ports to far markets without losing what makes it good: its freshness, its name and a fair price for those who caught it. And to make asking for a quote as easy from a ship''s bridge with one bar of signal as from an office.\n\n# What we stand for\n\n## The whole truth about a fish\n\nNet weight without glaze, the size grade that we measured, the true species. A claim that is right is paid without a second question.\n\n## Fish for the next generation\n\nWe respect closed seasons and minimum sizes, also where nobody looks, and buy nothing without a licence and a landing slip.\n\n## The cold chain does not break\n\nFresh at 0 to 2 °C, frozen at −18 °C or below, with a logger in every container and its curve in your mail.\n\n## A word is a contract\n\nEvery request gets an answer within one working day: a price, a port and a date, or an honest no.","fr":"Exportateur de poissons, de crustacés et de mollusques, installé sur le quai de pêche de Dakar : nous vendons à la tonne aux importateurs, transformateurs et grossistes de quatre continents.\n\n# Ce que nous faisons\n\nNous achetons au débarquement, à des bateaux et à des coopératives que nous connaissons par leur nom. Ce qui arrive à quai avant l’aube est calibré, pesé et mis sous glace avant que le soleil soit haut ; ce qui doit être congelé passe au tunnel le jour même, à −40 °C, et attend à −20 °C le départ de son conteneur.\n\nChaque lot a ses papiers dès la première heure : espèce avec nom scientifique et code FAO, zone et engin de capture, date de débarquement, certificat sanitaire et, pour l’Union européenne, certificat de capture.\n\n# Notre mission\n\nPorter la pêche des petits ports vers les marchés lointains sans rien perdre de ce qui fait sa valeur : sa fraîcheur, son nom et un prix juste pour ceux qui l’ont pêchée. Et rendre la demande de devis aussi simple depuis la passerelle d’un navire, avec une seule barre de réseau, que depuis un bureau.\n\n# Nos valeurs\n\n## Toute la vérité sur un poisson\n\nLe poids net hors glazurage, le calibre que nous avons mesuré, la véritable espèce. Une réclamation fondée est payée sans discussion.\n\n## Du poisson pour les générations futures\n\nNous respectons les repos biologiques et les tailles minimales, même là où personne ne regarde, et n’achetons rien sans licence ni bordereau de débarquement.\n\n## Une chaîne du froid sans rupture\n\nFrais entre 0 et 2 °C, congelé à −18 °C ou moins, avec un enregistreur de température dans chaque conteneur et sa courbe dans votre messagerie.\n\n## La parole donnée vaut contrat\n\nChaque demande reçoit une réponse sous un jour ouvré : un prix, un port et une date, ou un non franc.","es":"Exportadores de pescado, crustáceos y moluscos, con sede en el muelle pesquero de Dakar: vendemos por toneladas a importadores, transformadores y mayoristas de cuatro continentes.\n\n# Qué hacemos\n\nCompramos en el desembarque, a barcos y cooperativas que conocemos por su nombre. Lo que llega a tierra antes del alba se clasifica por calibre, se pesa y se pone en hielo antes de que el sol esté alto; lo que se va a congelar pasa por el túnel el mismo día, a −40 °C, y espera a −20 °C hasta que zarpe su contenedor.\n\nCada lote tiene sus papeles desde la primera hora: especie con nombre científico y código FAO, zona y arte de pesca, fecha de desembarque, certificado sanitario y, para la Unión Europea, certificado de captura.\n\n# Nuestra misión\n\nLlevar la pesca de los puertos pequeños a mercados lejanos sin perder lo que la hace buena: su frescura, su nombre y un precio justo para quienes la capturaron. Y hacer que solicitar una cotización sea tan fácil desde el puente de un barco, con una sola barra de cobertura, como desde una oficina.\n\n# Nuestros valores\n\n## Toda la verdad sobre un pescado\n\nEl peso neto sin glaseado, el calibre que hemos medido, la verdadera especie. Una reclamación justificada se paga sin más preguntas.\n\n## Pescado para la próxima generación\n\nRespetamos las vedas y las tallas mínimas, también donde nadie mira, y no compramos nada sin licencia ni declaración de desembarque.\n\n## La cadena de frío no se rompe\n\nFresco entre 0 y 2 °C, congelado a −18 °C o menos, con un registrador de temperatura en cada contenedor y su gráfica en su correo.\n\n## La palabra dada es un contrato\n\nToda solicitud recibe respuesta en un día hábil: un precio, un puerto y una fecha, o un no sincero."},"street":"Quai de Pêche, Môle 10","city":{"en":"Dakar, Senegal","fr":"Dakar, Sénégal","es":"Dakar, Senegal"},"email":"sales@quayside.example","phone":"+221 33 800 00 00","chatPhone":"+221 33 800 00 00","chatMessage":{"en":"Hello Quayside, I would like a quote.","fr":"Bonjour Quayside, je souhaite obtenir un devis.","es":"Hola, Quayside: quisiera solicitar una cotización."},"answerPromise":{"en":"We answer within one working day.","fr":"Nous répondons sous un jour ouvré.","es":"Respondemos en un día hábil."},"copyrightYear":2023,"currencies":["EUR","USD","GBP","XOF"],"timeZone":"Europe/Paris","validityDays":7,"newsletterGmailOnly":true,"isDemonstration":true}', '2026-01-01T00:00:00.018Z');

insert into account_mail (id, kind, email, language, attempts, next_attempt_at) values
  ('019b78ff-fa8e-77b2-ac86-20f5eb3fbcd1', 'reset', 'ada@example.org', 'en', 0, '2026-01-01T10:00:00.399Z');

insert into account_link (token_hash, account_id, kind, email, expires_at, used_at) values
  ('mpm6uVd31EXiHAW0NZ6mDfiU6H61Zy6vlQcKEIGjgck', '01a21384-c8ac-7709-b370-db1ace9d222a', 'reset', 'ada@example.org', '2026-01-01T11:00:00.407Z', null);

insert into admin_action (id, at, kind, actor_id, actor_name, thing, thing_id, thing_name, changes, search) values
  ('01a21384-cb72-77b8-971b-abf9d3846e54', '2026-01-01T00:00:00.035Z', 'product-deleted', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', 'product', '01a21384-cb63-7706-9122-aa792af304b4', 'Gone', '[{"field":"trade_name","from":"Gone","to":""},{"field":"trade_name_fr","from":"Morue","to":""},{"field":"trade_name_es","from":"Bacalao","to":""},{"field":"type","from":"fish","to":""},{"field":"category","from":"Gadidae","to":""},{"field":"classe","from":"Actinopterygii","to":""},{"field":"countInStock","from":"12.5","to":""}]', 'bo admin gone'),
  ('01a21384-cc8b-7218-b249-4ff58a7c6ca5', '2026-01-01T00:00:00.108Z', 'order-offered', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', 'order', '01a21384-cc3d-7364-80d1-5c068e379818', 'Q-0T73-F60R', '[]', 'bo admin q-0t73-f60r'),
  ('01a21384-ccb5-7544-82a6-289a2f6bc301', '2026-01-01T00:00:00.125Z', 'order-offered', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', 'order', '01a21384-cc3d-7364-80d1-5c068e379818', 'Q-0T73-F60R', '[]', 'bo admin q-0t73-f60r'),
  ('01a21384-ccde-75b1-827c-13635e26d84e', '2026-01-01T00:00:00.165Z', 'order-answered', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', 'order', '01a21384-cc10-7290-b747-b28b365d9c3c', 'Q-HCV5-V71W', '[]', 'bo admin q-hcv5-v71w'),
  ('01a21384-ccfa-72d9-a429-a67ab45d248e', '2026-01-01T00:00:00.204Z', 'order-offered', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', 'order', '01a21384-cce0-73cc-b7f7-91a987e23bd4', 'Q-N63Y-4EYM', '[]', 'bo admin q-n63y-4eym'),
  ('01a21384-cd40-70aa-85ac-713831b6291c', '2026-01-01T00:00:00.260Z', 'order-offered', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', 'order', '01a21384-cd23-77c2-9be0-c038a3a09ff2', 'Q-72HT-17ZJ', '[]', 'bo admin q-72ht-17zj'),
  ('01a21384-cd78-7529-887f-bbd180fae43a', '2026-01-01T00:00:00.285Z', 'order-sealed', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', 'order', '01a21384-cd23-77c2-9be0-c038a3a09ff2', 'Q-72HT-17ZJ', '[{"field":"buyer","from":"Ada Buyer","to":""},{"field":"state","from":"accepted","to":""}]', 'bo admin q-72ht-17zj'),
  ('01a21384-cd91-7196-a99a-044263ffac5c', '2026-01-01T00:00:00.312Z', 'order-deleted', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', 'order', '01a21384-cd7f-77d7-acd7-fac46267fec8', 'Q-RHH6-FZP8', '[{"field":"buyer","from":"Ada Buyer","to":""},{"field":"state","from":"requested","to":""}]', 'bo admin q-rhh6-fzp8'),
  ('01a21384-cdba-7585-a183-d6e48d2d5dba', '2026-01-01T00:00:00.348Z', 'order-offered', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', 'order', '01a21384-cd93-71b0-8566-073d4d14a352', 'Q-7N6H-98TJ', '[]', 'bo admin q-7n6h-98tj'),
  ('01a21384-ce22-75a9-86bb-d3c15f16303b', '2026-01-01T10:00:00.406Z', 'reset-link-made', '01a21384-ca5b-7012-bab8-fc804c274895', 'Bo Admin', 'user', '01a21384-c8ac-7709-b370-db1ace9d222a', 'Ada Buyer', '[]', 'bo admin ada buyer');

insert into told_end (order_id, seq) values
  ('01a21384-cc3d-7364-80d1-5c068e379818', 2);
