/** Shared by all floating elements: menus, select lists, popovers. */
export const popupClass =
	"max-h-[var(--available-height)] max-w-[calc(100vw-16px)] overflow-y-auto rounded-3 border border-line bg-surface p-1 " +
	"text-14 text-ink shadow-2 outline-none motion-safe:animate-rise";

/** A row in a menu or list. */
export const itemClass =
	"flex min-h-8 pointer-coarse:min-h-11 cursor-pointer items-center gap-2 rounded-2 px-2 py-1 outline-none select-none " +
	"data-highlighted:bg-sunken data-disabled:cursor-default data-disabled:text-ink-3";
