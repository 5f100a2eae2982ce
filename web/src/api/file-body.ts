export const XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What a file input takes: the files of spreadsheets that the server reads. */
export const SPREADSHEETS = `.csv,.xlsx,text/csv,${XLSX_TYPE}`;

export const typeOf = ({ name }: File) =>
  name.toLowerCase().endsWith(".xlsx") ? XLSX_TYPE : "text/csv";

/** The file as it is. The server knows its encoding. */
export const fileBody = (file: File) => ({
  body: "",
  bodySerializer: () => file,
  headers: { "content-type": typeOf(file) },
});
