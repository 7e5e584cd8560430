-- The tables of the legacy system, as far as they are read.
create table clients (
  client_no text primary key, name text, prefix text, live boolean, reg_no text, email text,
  added timestamp, changed timestamp
);
create table suppliers (supplier text primary key, kind text, live boolean, changed timestamp);
create table supply (client_no text, supplier text, live boolean, added timestamp, changed timestamp);
create table jobs (
  job_no text primary key, job_name text, client_no text, start_date date, end_date date, state text,
  added timestamp, changed timestamp
);
create table operatives (
  op_no text primary key, forename text, surname text, born date, ni_no text, supplier text, email text,
  added timestamp, changed timestamp
);
create table tsheets (
  ts_no text primary key, ref text, state text, op_no text, client_no text, job_no text, supplier text,
  "from" date, "to" date, week_ending date, net_hrs numeric, pay_basic numeric, pay_ot numeric, pay_total numeric,
  chg_basic numeric, chg_ot numeric, chg_total numeric, approved_on date, added timestamp, changed timestamp
);
create table tslines (
  ts_no text, line_no integer, day date, time_in timestamp, time_out timestamp, break_min integer,
  std_hrs numeric, ot_hrs numeric, tot_hrs numeric, pay numeric, emp numeric, margin numeric, charge numeric,
  pay_std numeric, pay_ot numeric, pay_tot numeric, emp_std numeric, emp_ot numeric, emp_tot numeric,
  margin_std numeric, margin_ot numeric, margin_tot numeric, chg_std numeric, chg_ot numeric, chg_tot numeric,
  primary key (ts_no, line_no)
);
