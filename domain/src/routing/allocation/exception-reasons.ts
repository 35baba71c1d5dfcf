/** The client has no methods. */
export const NO_SERVICES = 'The client has no carrier services yet'
/** The database stopped the calculation. */
export const TOOK_TOO_LONG = 'Finding a carrier took too long and was stopped: allocate it again'
/** The calculation failed for another reason. */
export const COULD_NOT_BE_WORKED_OUT =
  'Finding a carrier failed: allocate it again, and ask the operator if that fails too'
/** No carrier has been looked for. */
export const NOT_TRIED_YET = 'It has not been allocated yet: allocate it again'
/** A feed delivered the order after its despatch day. */
export const CAME_LATE = 'Its despatch day had passed when it came: allocate it again for the next working day'

/** A feed delivered the order after its named day, which only the customer may change. */
export const CAME_AFTER_NAMED_DAY = 'Its named day had passed when it came: amend its day first'
/** The order was changed after its named day. */
export const CHANGED_AFTER_NAMED_DAY = 'It was changed after its named day had passed: amend its day first'

/** Reasons of routing exceptions that every user may read unchanged. */
export const EXCEPTION_REASONS = [
  NO_SERVICES,
  TOOK_TOO_LONG,
  COULD_NOT_BE_WORKED_OUT,
  NOT_TRIED_YET,
  CAME_LATE,
  CAME_AFTER_NAMED_DAY,
  CHANGED_AFTER_NAMED_DAY,
] as const
