/** The page of the tool that has filters. */
export const blockFilter = "/tool/block-filter";
