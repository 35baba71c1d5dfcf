-- outside a transaction
call refresh_returns_of_before();
