-- Who notes a row again that is noted already holds the note, so that no job takes it before what has changed is to be seen.
grant update on invoice_rows_to_judge to despatch_app;
