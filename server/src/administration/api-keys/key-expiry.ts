import { lastKeyDay } from '@despatch/domain/administration/api-keys/key-life'
import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { refuseFields } from '../../process/app-error.ts'

/**
 * The moment at which a key expires: the end of `expiresOn`, or of the latest day allowed if that is ''. Throws an
 * AppError for a past day, and for one more than a year away.
 */
export function keyExpiry(expiresOn: string, now: Date): Date {
  const today = dayOf(now)
  const last = lastKeyDay(today)
  const day = expiresOn || last
  if (day < today) throw refuseFields([{ path: 'expiresOn', message: 'Choose today or later' }])
  if (day > last)
    throw refuseFields([{ path: 'expiresOn', message: `A key is valid for up to a year. Choose ${last} or earlier` }])
  return startOfDay(addDays(day, 1))
}
