import { MENU, type MenuNode } from '@despatch/domain/administration/roles/menu'
import type { PermissionTree } from '@despatch/domain/administration/roles/permissions'
import { z } from 'zod'

const leaf = z.strictObject({
  Enable: z.boolean('Either true or false').default(false),
  'Read Only': z.boolean('Either true or false').default(false),
  Edit: z.boolean('Either true or false').default(false),
})

function shapeOf(nodes: readonly MenuNode[], leafOf: (title: string) => z.ZodType): z.ZodType {
  return z.strictObject(
    Object.fromEntries(
      nodes.map((node) => [
        node.key,
        ('children' in node ? shapeOf(node.children, leafOf) : leafOf(node.title)).prefault({}),
      ]),
    ),
  )
}

/**
 * The permission tree, keyed in camelCase along the menu: specification 3, 'one Enable flag per menu entry, false by
 * default'. Missing entries are false; unknown ones are refused.
 */
export const permissions = shapeOf(MENU, () => leaf) as z.ZodType<PermissionTree, PermissionTree>

/**
 * The tree as it may be saved: Edit requires 'Read Only'. Answers use the wider shape, because roles saved earlier may
 * have Edit alone.
 */
export const savedPermissions = shapeOf(MENU, (title) =>
  leaf.refine((rights) => rights['Read Only'] || !rights.Edit, {
    path: ['Edit'],
    error: `${title} has Edit without ‘Read Only’, which opens nothing: tick ‘Read Only’ as well, or untick Edit`,
  }),
) as z.ZodType<PermissionTree, PermissionTree>
