import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { SaveViewDialog } from './save-view-dialog.tsx'
import type { SavedViews } from './use-saved-views.ts'

/** Saves the filters, order and columns of a list under a name. */
export function SaveView({ saved }: { readonly saved: SavedViews }) {
  const [isSaving, saving] = useDisclosure()
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        ml="auto"
        leftSection={<IconPlus size={14} aria-hidden />}
        title="Save filters, sorting and columns under a name"
        onClick={saving.open}
      >
        Save view
      </Button>
      {isSaving && (
        <SaveViewDialog
          table={saved.table}
          search={saved.search}
          layout={saved.layout}
          own={saved.own}
          onSaved={saved.markChosen}
          onClose={saving.close}
        />
      )}
    </>
  )
}
