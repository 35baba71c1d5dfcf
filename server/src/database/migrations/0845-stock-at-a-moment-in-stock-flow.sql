-- stock_flow reads stock at a moment itself.
drop function if exists stock_on_hand_at(text, text, text, timestamptz);
