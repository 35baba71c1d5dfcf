import { expect, test } from 'vitest'
import { preparePages } from './prepare-pages.ts'

test('a chart has a view box only while it is printed', () => {
  document.body.innerHTML = `
    <div role="img"><svg id="chart" width="300" height="200" /></div>
    <div role="img"><svg id="own" viewBox="0 0 10 10" width="30" height="20" /></div>`
  const boxes = () => [...document.querySelectorAll('svg')].map((picture) => picture.getAttribute('viewBox'))
  const stop = preparePages()
  window.dispatchEvent(new Event('beforeprint'))
  expect(boxes()).toEqual(['0 0 300 200', '0 0 10 10'])
  window.dispatchEvent(new Event('afterprint'))
  expect(boxes()).toEqual([null, '0 0 10 10'])
  stop()
})
