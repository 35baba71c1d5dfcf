import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Jobs } from '../../../server/src/jobs/jobs.ts'
import { runRecurring } from '../../../server/src/jobs/recurring.ts'
import { RECURRING_JOBS } from '../../../server/src/recurring-jobs.ts'
import { makeClient } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { openStage, type Stage, visit } from '../support/portal.ts'

const PATH = '/setup-and-control/jobs'
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  const { services } = stage.portal.app
  const instead = RECURRING_JOBS.map(({ startsAfter: _startsAfter, ...job }) => ({
    ...job,
    run: () => Promise.reject(new Error('The warehouse is closed')),
  }))
  const log = { warn() {}, info() {} }
  await runRecurring({ database: stage.portal.database, services, jobs: services.jobs as Jobs, log }, instead)
})
afterAll(() => stage.close())

test('an operator’s administrator runs a job from the menu and reads why it failed', async () => {
  const { page, go } = await visit(stage, { type: 'Internal Administrator', clients: [] })
  await go(PATH)
  await page.getByText(`${RECURRING_JOBS.length} jobs`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Run Expire returns now' }).click()
  const question = page.getByRole('dialog', { name: 'Run ‘Expire returns’ now?' })
  await question.getByRole('button', { name: 'Run now' }).click()
  await page.getByText('‘Expire returns’ is starting.').first().waitFor()
  const row = page.getByRole('row', { name: /Expire returns/ })
  await row.getByText('Failed', { exact: true }).waitFor()
  await expectAccessibleInBoth(page, 'the list of jobs')
  await row.getByText('Expire returns', { exact: true }).click()
  const peek = page.getByRole('dialog', { name: 'Expire returns' })
  await peek.getByText('The warehouse is closed').waitFor()
  await expectAccessibleInBoth(page, 'a job')
})

test('a client user does not see jobs, even with every permission', async () => {
  const client = await makeClient(stage.portal.testDatabase)
  const { page, go } = await visit(stage, { type: 'Client Administrator', clients: [client] })
  await go(PATH)
  await page.getByText('Only operator staff can open this screen.', { exact: false }).waitFor()
  expect(await page.getByRole('table', { name: 'Jobs' }).count()).toBe(0)
})
