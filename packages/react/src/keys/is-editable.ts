/** Whether keys typed at this place are text: a field, a menu that searches by letters, an editor. */
export function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="menu"], [role="listbox"], [data-editable]') !== null
  )
}
