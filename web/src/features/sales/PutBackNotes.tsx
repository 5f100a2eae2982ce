interface PutBackNotesProps {
  title: string;
  notes: string[];
}

/** What could not be put into the basket as it was. */
export const PutBackNotes = ({ title, notes }: PutBackNotesProps) => (
  <>
    <p>{title}</p>
    <ul>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  </>
);
