-- What migrations called is not needed any more.
drop procedure count_parcels_again();
drop function wait_for_changes_of(regclass[]);
