import { WEEKDAYS } from '@despatch/domain/calendar/weekdays'
import { type Method, USUAL_DELIVERY_WEEKDAYS } from '@despatch/domain/routing/rule-book/rule-book'

/** A service's delivery days: 'Monday, Tuesday'. */
export const deliveryDaysText = ({ deliveryWeekdays = USUAL_DELIVERY_WEEKDAYS }: Pick<Method, 'deliveryWeekdays'>) =>
  WEEKDAYS.filter((_, index) => deliveryWeekdays.includes(index)).join(', ')
