namespace EFCore.MySqlBulk.Strategies.Cuts;

/// <summary>How rows of which some are bad are cut into statements.</summary>
/// <param name="First">The number of rows that go first, in one statement: the server has accepted them once.</param>
/// <param name="Alone">The number of rows behind them that go each in a statement of its own.</param>
/// <param name="Rows">The number of rows in each statement behind those.</param>
/// <param name="Statements">The maximum number of such statements, which go in one text: the server runs none behind a refused one.</param>
internal readonly record struct RowCut(int First, int Alone, int Rows, int Statements)
{
    /// <summary>The same for fewer rows.</summary>
    public RowCut Within(int rows) => this with { First = Math.Min(First, rows), Alone = Math.Min(Alone, rows - Math.Min(First, rows)) };
}
