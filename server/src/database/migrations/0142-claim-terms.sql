-- What carriers publish, for the operator to confirm. Amounts and days as of 2025; '' is every service.
insert into claim_terms (carrier, service, from_day, to_day, source, rules, changed_at, changed_by)
select carrier, service, '2020-01-01', null, source || ' To be confirmed against your contract.', jsonb_build_object(
    'lostAfterDays', lost_after, 'lostWithinDays', lost_within, 'damagedWithinDays', damaged_within,
    'lateAfterDays', late_after, 'lateWithinDays', late_within, 'mostPerParcel', per_parcel * 10000, 'mostPerKg', per_kg * 10000,
    'basis', basis, 'costPercent', 50, 'isCarriagePaid', carriage, 'evidence', evidence::jsonb,
    'email', '', 'address', '', 'form', form), now(), 'Despatch'
from (values
  ('RMG', '', 'Royal Mail, business account claims: 80 days from posting, £150 for Tracked.', 10, 80, 80, null::int, 80, 150, null::int, 'cost price', false,
    '["Proof of posting", "Proof of value", "Photos of the damage and packaging"]', 'https://www.royalmail.com/business/help/claims'),
  ('RMG', 'Special Delivery', 'Royal Mail, Special Delivery Guaranteed: 80 days from posting, £750, fee back when late.', 10, 80, 80, 1, 80, 750, null, 'cost price', true,
    '["Proof of posting", "Proof of value", "Photos of the damage and packaging"]', 'https://www.royalmail.com/business/help/claims'),
  ('EVRI', '', 'Evri business terms: 28 days, £25 a parcel.', 10, 28, 14, null, 28, 25, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging", "Description of the goods"]', 'https://www.evri.com/help'),
  ('DPD', '', 'DPD UK conditions of carriage: 28 days for a loss, 14 for damage, £100 a parcel.', 7, 28, 14, null, 28, 100, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.dpd.co.uk/content/my_dpd'),
  ('DPD', 'Next Day', 'DPD UK Next Day: as DPD UK, carriage back when late.', 7, 28, 14, 1, 28, 100, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.dpd.co.uk/content/my_dpd'),
  ('DHL', '', 'DHL conditions of carriage: 30 days, about £20 a kilogram (22 SDR).', 10, 30, 30, 1, 30, null, 20, 'cost price', true,
    '["Waybill", "Commercial invoice", "Photos of the damage and packaging"]', 'https://www.dhl.com/gb-en/home/customer-service/file-a-claim.html'),
  ('YODEL', '', 'Yodel business terms: 28 days, £50 a parcel.', 10, 28, 14, null, 28, 50, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.yodel.co.uk/help'),
  ('UPS', '', 'UPS tariff and terms: 60 days, £60 a shipment unless a value is declared, fee back when a guarantee is missed.', 3, 60, 60, 1, 15, 60, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.ups.com/gb/en/support/file-a-claim'),
  ('FEDEX', '', 'FedEx conditions of carriage: 9 months for a loss, 21 days for damage, about £20 a kilogram (22 SDR).', 10, 270, 21, 1, 21, null, 20, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.fedex.com/en-gb/customer-support/claims.html'),
  ('PARCELFORCE', '', 'Parcelforce Worldwide conditions: 28 days, £100 a parcel.', 10, 28, 28, 1, 28, 100, null, 'cost price', true,
    '["Proof of value", "Photos of the damage and packaging"]', 'https://www.parcelforce.com/help-and-advice/claims')
) as t (carrier, service, source, lost_after, lost_within, damaged_within, late_after, late_within, per_parcel, per_kg, basis, carriage, evidence, form);
