-- outside a transaction
call count_parcels_again();
