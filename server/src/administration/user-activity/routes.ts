import { activity } from '@despatch/contract/administration/user-activity/activity'
import { bind } from '../../http/bind.ts'
import { listActivity } from './list-activity.ts'
import { recordHistory } from './record-history.ts'

export const activityRoutes = bind(activity, { list: listActivity, history: recordHistory })
