import { expect, test } from 'vitest'
import { wrongCheckDigit } from './check-digit.ts'
import { normaliseTrackingNumber } from './tracking-number.ts'

const wrong = (written: string, carrier: string) => wrongCheckDigit(normaliseTrackingNumber(written), carrier)

test.each([
  // Examples published by carriers, from tracking_number_data.
  ['RB123456785GB', 'Royal Mail'],
  ['rb 123 456 785 us', 'USPS'],
  ['1Z5R89390357567127', 'UPS'],
  ['1Z879E930346834440', 'UPS'],
  ['1Z410E7W0392751591', 'UPS'],
  ['1Z 8V9 2A7 03 6720 3024', 'UPS'],
  ['986578788855', 'FedEx'],
  ['477179081230', 'FedEx Express'],
  ['974367662710', 'FEDEX'],
  ['0414 4176 0228 964', 'FedEx'],
  ['5682 8361 0012 734', 'FedEx Ground'],
  ['61299998820821171811', 'FedEx'],
  ['9261292700768711948021', 'FedEx'],
  ['9611020987654312345672', 'FedEx'],
  ['008182709980000020033350276C', 'DPD'],
  ['0081 827 0998 0000 0200 45 327 276 N', 'DPD UK'],
  ['3318810025', 'DHL'],
  ['8487135506', 'DHL Express'],
  ['1099255990', 'DHL'],
])('%s of %s has the right check digit', (number, carrier) => expect(wrong(number, carrier)).toBeUndefined())

test.each([
  ['RB123456786US', 'USPS', 'UPU S10'],
  ['RB123456784GB', 'Anyone', 'UPU S10'],
  ['1Z1111111111111111', 'UPS', 'UPS'],
  ['1z5r89390357567128', 'Parcels', 'UPS'],
  ['996578788855', 'FedEx', 'FedEx'],
  ['5682 8361 0012 732', 'FedEx', 'FedEx'],
  ['9261292700768711948020', 'FedEx', 'FedEx'],
  ['9600000000000000000001', 'FedEx', 'FedEx'],
  ['008182709980000020033350276A', 'DPD', 'DPD'],
  ['3318810010', 'DHL', 'DHL Express'],
  ['3318810034', 'DHL Express', 'DHL Express'],
])('%s of %s has a wrong check digit of %s', (number, carrier, format) => expect(wrong(number, carrier)).toBe(format))

test.each([
  // Other carriers' numbers may have the same length, and some formats have no check digit.
  ['996578788855', 'Evri'],
  ['3318810010', 'DHL Parcel UK'],
  ['3318810010', 'DPD'],
  ['15501234567890', 'DPD'],
  ['JJD000390007882716522', 'DHL'],
  ['JD0002212345678912', 'Yodel'],
  ['FT123456789GB', 'Royal Mail'],
  ['T10', 'UPS'],
  ['', 'UPS'],
])('%s of %s is of no format with a check digit', (number, carrier) => expect(wrong(number, carrier)).toBeUndefined())
