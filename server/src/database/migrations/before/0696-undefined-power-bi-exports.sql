-- An export of which Power BI says nothing that is understood is under way for nobody: it takes none of its user's three.
alter table power_bi_exports drop constraint power_bi_exports_status_check;
alter table power_bi_exports add constraint power_bi_exports_status_check
  check (status in ('NotStarted', 'Running', 'Succeeded', 'Failed', 'Undefined')) not valid;
alter table power_bi_exports validate constraint power_bi_exports_status_check;
