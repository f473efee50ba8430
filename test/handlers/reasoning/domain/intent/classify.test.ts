import { describe, expect, it } from 'vitest';
import { labelsOf } from '../../../../../src/handlers/reasoning/domain/intent/classify.ts';

const first = (problem: string) => labelsOf(problem)[0]?.label;

describe('labelsOf', () => {
  it.each([
    ['The import crashes with a null pointer since we upgraded.', 'debug'],
    ['Der Export funktioniert seit gestern nicht mehr.', 'debug'],
    ['La recherche ne renvoie aucun résultat, erreur 500 au chargement.', 'debug'],
    ['ログインするとエラーになり、画面が表示されない', 'debug'],
    ['Add a button that exports the loans as CSV.', 'build'],
    ['Agregar soporte para varios idiomas en el catálogo', 'build'],
    ['Es wäre schön, wenn man Bücher auch per Barcode suchen könnte', 'build'],
    ['Extract the billing code into its own module and remove the duplicated helpers', 'refactor'],
    ['Refatorar o módulo de empréstimos, há muito código duplicado', 'refactor'],
    ['Why does the nightly job read every row twice?', 'investigate'],
    ['为什么每天晚上的任务会读取两次？', 'investigate'],
    ['Should we use RabbitMQ or Kafka for the loan events?', 'decide'],
    ['React ou Vue : lequel choisir pour le catalogue ?', 'decide'],
    ['The README does not say how to restore a backup', 'document'],
    ['补充安装文档和使用说明', 'document'],
    ['Search takes too long: 12 seconds for one word, with high CPU usage', 'optimize'],
    ['Passwords are stored in plain text; hash them before an attacker reads the table', 'secure'],
    ['Write unit tests for the fee calculation, coverage is at 20 %', 'test'],
    ['Set up a deployment pipeline in GitHub Actions for the staging cluster', 'configure'],
  ])('reads %j as %s', (problem, label) => {
    expect(first(problem)).toBe(label);
  });

  it('gives several labels with scores that sum to at most 1, most likely first', () => {
    const labels = labelsOf('Refactor the tests of the fee module; half of them fail and nobody reads them');
    expect(labels.length).toBeGreaterThan(1);
    expect(labels.map(({ label }) => label)).toContain('refactor');
    expect(labels.reduce((sum, { score }) => sum + score, 0)).toBeLessThanOrEqual(1.001);
    expect(labels.map(({ score }) => score)).toEqual(labels.map(({ score }) => score).sort((a, b) => b - a));
  });

  it('says nothing about a text without hints, and ignores words in code and addresses', () => {
    expect(labelsOf('Loans, readers, shelves.')).toEqual([]);
    expect(labelsOf('Loans of `crash_report` at https://example.org/bug/error')).toEqual([]);
  });
});
