import { useState } from "react";

/** Files for a spreadsheet or a bookkeeper. Without days they have everything. */
export function BookDownloads() {
  const [days, setDays] = useState({ from: "", to: "" });
  const chosen = Object.entries(days).filter(([, day]) => day !== "");
  const query = chosen.length > 0 ? `?${new URLSearchParams(chosen)}` : "";
  const dayField = (name: "from" | "to", label: string) => (
    <label className="text-sm font-medium">
      {label}
      <input
        type="date"
        className="input figures mt-1.5 w-44"
        value={days[name]}
        {...(name === "to" ? { min: days.from } : { max: days.to })}
        onChange={({ target }) => setDays({ ...days, [name]: target.value })}
      />
    </label>
  );

  return (
    <section aria-labelledby="downloads" className="mt-12">
      <h2 id="downloads" className="text-heading">
        For your bookkeeping
      </h2>
      <p className="mt-2 max-w-prose text-quiet">
        Files for a spreadsheet. Leave the days empty to download everything.
      </p>
      <div className="mt-4 flex flex-wrap items-start gap-x-6 gap-y-3">
        {dayField("from", "First day")}
        {dayField("to", "Last day")}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <a href={`/api/csv/payments${query}`} download className="btn btn-outline">
          Download payments
        </a>
        <a href={`/api/csv/orders${query}`} download className="btn btn-outline">
          Download orders
        </a>
      </div>
    </section>
  );
}
