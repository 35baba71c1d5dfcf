import { methodProblems } from '@despatch/domain/routing/prices/method-problems'
import countries from 'i18n-iso-countries/index.js'
import type { Context } from '../../http/context.ts'
import { refuseFields } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'

/** Throws an AppError (400) for unknown countries or regions of a method. */
export async function refuseUnknownPlaces(
  { transaction }: Pick<Context, 'transaction'>,
  where: { countries: readonly string[]; regions: readonly string[] },
): Promise<void> {
  const regions = where.regions.length > 0 ? await transaction.rows(db.selectFrom('regions').select('code')) : []
  const problems = methodProblems(where, {
    isCountry: (code) => countries.isValid(code),
    regions: new Set(regions.map(({ code }) => code)),
  })
  if (problems.length > 0) throw refuseFields(problems)
}
