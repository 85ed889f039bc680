/**
 * Node's flags for the server. A small young generation: by default it grows to 100 MB and more under a crowd, most of which is
 * waste, and is not given back. A bound for the old one: by it V8 decides how much waste it lets lie, 45 MB of a shop with 5,000
 * products being in use; unread answers of 500 connections then take 250 MB instead of 340. And V8 must not conclude from a crowd
 * of waiting calls that their objects live long: it would make them in the old generation from then on, until the server's end,
 * where each answer takes half as much processor time again.
 */
export const nodeFlags = ['--max-semi-space-size=4', '--max-old-space-size=384', '--no-allocation-site-pretenuring']
