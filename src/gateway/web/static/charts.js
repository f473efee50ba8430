// Draws the numbers of a table as lines over time; without scripts the table itself is the figure.
(() => {
  for (const figure of document.querySelectorAll('figure[data-chart]')) {
    const table = figure.querySelector('table');
    const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.cells]);
    if (rows.length < 2) continue;
    const names = [...table.querySelectorAll('thead th')].map((cell) => cell.textContent.trim());
    const figureOf = (cell) =>
      cell.dataset.value === '' ? null : Number(cell.dataset.value ?? cell.textContent);
    const columns = names.map((_, i) => rows.map((cells) => figureOf(cells[i])));
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--quiet').trim();
    const rule = style.getPropertyValue('--rule').trim();
    const colours = [style.getPropertyValue('--accent').trim(), ink, rule];
    const target = document.createElement('div');
    figure.querySelector('.plot').append(target);
    const dayOf = (seconds) => new Date(seconds * 1000).toISOString().slice(5, 10);
    const axis = { stroke: ink, grid: { stroke: rule, width: 1 }, ticks: { stroke: rule } };
    const options = {
      width: Math.min(figure.clientWidth, 720),
      height: 180,
      legend: { show: names.length > 2 },
      cursor: { y: false },
      axes: [
        { ...axis, values: (_, moments) => moments.map(dayOf) },
        { ...axis, size: 64 },
      ],
      series: [
        {},
        ...names.slice(1).map((label, i) => ({ label, stroke: colours[i], width: 1.5, points: { size: 4 } })),
      ],
      ...(figure.dataset.chart === 'share' ? { scales: { y: { range: [0, 1] } } } : {}),
    };
    const chart = new uPlot(options, columns, target);
    new ResizeObserver(() =>
      chart.setSize({ width: Math.min(figure.clientWidth, 720), height: 180 }),
    ).observe(figure);
  }
})();
