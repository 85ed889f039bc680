insert into catalogue_state (only_row, epoch, version) values (1, gen_random_uuid()::text, 0);
