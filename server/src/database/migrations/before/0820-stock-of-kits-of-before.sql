-- outside a transaction
call move_kits_of_before();
