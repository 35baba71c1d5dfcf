import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { PeekDrawer } from '../../kit/list/peek-drawer.tsx'
import { TableProblem } from '../../kit/list/table-states.tsx'
import { GoodsForm } from './goods-form.tsx'
import { goodsNow } from './multi-box-queries.ts'
import styles from './multi-box.module.css'
import { SkuChooser } from './sku-chooser.tsx'

type GoodsDrawerProps = {
  /** The SKU to edit; '' to choose one first, undefined while the drawer is closed. */
  readonly sku: string | undefined
  readonly onChoose: (sku: string) => void
  readonly onClose: () => void
}

/** Edits a SKU's weight, size, categories and boxes beside the list. */
export function GoodsDrawer({ sku, onChoose, onClose }: GoodsDrawerProps) {
  return (
    <PeekDrawer
      of={sku}
      size="lg"
      title={(shown) => (shown === '' ? 'Add a multi-box product' : `Measures and boxes of ${shown}`)}
      onClose={onClose}
    >
      {(shown) =>
        shown === '' ? (
          <>
            <p className={styles.remark}>
              Choose the SKU that comes in several boxes. Next, add its boxes, which are also SKUs.
            </p>
            <SkuChooser label="Product" onChoose={({ Code }) => onChoose(Code)} />
          </>
        ) : (
          <GoodsOfSku key={shown} sku={shown} onClose={onClose} />
        )
      }
    </PeekDrawer>
  )
}

function GoodsOfSku({ sku, onClose }: { readonly sku: string; readonly onClose: () => void }) {
  const { data, error, refetch } = useQuery(goodsNow(sku))
  if (data) return <GoodsForm stored={data} onDone={onClose} />
  if (error) return <TableProblem error={error} onRetry={() => void refetch()} isInline />
  return <Skeleton height={240} aria-label="Loading measures" />
}
