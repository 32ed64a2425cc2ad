// Sorts a table by the column whose heading is chosen. The page is whole without this.
for (const table of document.querySelectorAll("table.sort")) {
  const body = table.tBodies[0];
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const sort = () => {
      const isUp = heading.getAttribute("aria-sort") === "descending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", isUp ? "ascending" : "descending");
      const value = (row) => row.cells[column].textContent;
      const compare = (a, b) => {
        const numbers = parseFloat(value(b)) - parseFloat(value(a));
        return Number.isNaN(numbers) ? value(b).localeCompare(value(a)) : numbers;
      };
      const rows = [...body.rows].sort(compare);
      body.append(...(isUp ? rows.reverse() : rows));
    };
    heading.className += " sorts";
    heading.tabIndex = 0;
    heading.addEventListener("click", sort);
    heading.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
  });
}
