/**
 * Text that a spreadsheet would evaluate when it opens a CSV file. Numbers and phone numbers with a sign, such as `-5`,
 * `-3,50 €` and `+49 30 1234`, are values.
 */
export const FORMULA = /^(?:[=@＝＠\t\r]|[+-](?![\d\s().,/:%€$£¥-]*(?:(?:ext\.?|x|#)\s*\d+)?$))/i;
