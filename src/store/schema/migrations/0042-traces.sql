-- The traceparent of the request or load that an event comes from, which is handed on with its deliveries.
alter table event add column trace text;
