-- With what a mail was refused at its last try: the number of the mail server's answer, or the code of a connection that failed.
-- Who waits for a mail is told before it is given up.
alter table mails add column refused_with text collate "C";
