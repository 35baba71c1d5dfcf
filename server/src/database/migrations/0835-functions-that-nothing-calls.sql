-- Functions that nothing calls: the schema of new databases has none of them.
drop function if exists session_stamp(bytea, text, boolean, text, timestamptz);
drop function if exists stamped_session(bytea, text, boolean, timestamptz);
drop function if exists refresh_on_hand(text, text[], text[], timestamptz);
