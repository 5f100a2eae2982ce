/** Sends a form whose controls were changed before the app took it over, because the app has not seen the changes. */
export function sendEarlyChoices(id: string) {
  const form = document.getElementById(id);
  if (form instanceof HTMLFormElement && [...form.elements].some(isChanged)) form.submit();
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].find((option) => option.defaultSelected);
    return first !== undefined && !first.selected;
  }
  return (
    control instanceof HTMLInputElement &&
    (control.value !== control.defaultValue || control.checked !== control.defaultChecked)
  );
}
