-- Milestones: each event says which one is the last milestone or correction up to it, and that one where the shipment stands.

alter table order_event add column shipment_seq integer;

-- JSON of the contract's `Shipment`

alter table order_event add column shipment text;
