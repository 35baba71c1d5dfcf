import type { MouseEvent } from 'react'

/**
 * For inputs of files: the same file is chosen again once it was corrected. Else the browser says nothing, for it looks at the
 * name alone.
 */
export const chosenAgain = {
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    currentTarget.value = ''
  },
}
