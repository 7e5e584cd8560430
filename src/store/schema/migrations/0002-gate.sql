-- When the clock was last seen to have been set forward.
create table gate_jump (one boolean primary key default true check (one), at timestamptz not null);
