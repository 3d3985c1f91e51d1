alter table validation_files
	-- Columns of the widest row; 0: not read yet.
	add column width integer not null default 0,
	-- Rows with the mailbox of an earlier row are not validated.
	add column leaves_out_duplicates boolean not null default false,
	-- Part of the workbook with the rows, such as `xl/worksheets/sheet1.xml`; null: a text file.
	add column sheet text;
