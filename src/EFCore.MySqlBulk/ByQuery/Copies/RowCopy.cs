using System.Linq.Expressions;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>Copies the rows of a query to another table of the same server: <c>INSERT … SELECT</c>, whose <c>SELECT</c> is EF Core's.</summary>
internal sealed class RowCopy<TEntity, TTarget>
{
    private readonly DbContext _context;
    private readonly TargetTable _target;
    private readonly Expression<Func<TEntity, TTarget>> _row;
    private bool _isStrict;

    /// <param name="context">The context.</param>
    /// <param name="target">The table.</param>
    /// <param name="row">What is copied.</param>
    public RowCopy(DbContext context, TargetTable target, Expression<Func<TEntity, TTarget>> row)
        => (_context, _target, _row, Names) = (context, target, row, new(context.GetService<ISqlGenerationHelper>(), target));

    /// <summary>The names in its statements.</summary>
    public CopyNames Names { get; }

    /// <summary>Lets EF Core translate each value. In the last projection of a query it would calculate one on the client, and select only what that needs.</summary>
    /// <exception cref="InvalidOperationException">EF Core cannot translate a value.</exception>
    public static void CheckTranslation(IQueryable<TEntity> query, LambdaExpression row, TargetTable target)
    {
        foreach (LambdaExpression value in target.Columns.Select(column => Expression.Lambda(column.Value, row.Parameters)))
        {
            Expression sorted = Expression.Call(typeof(Queryable), nameof(Queryable.OrderBy), [typeof(TEntity), value.ReturnType], query.Expression, Expression.Quote(value));
            query.Provider.CreateQuery<TEntity>(sorted).Select(_ => 1).CreateDbCommand().Dispose();
        }
    }

    /// <summary>Makes sure that EF Core selects the values: it makes a row of nothing but variables on the client.</summary>
    /// <param name="query">The query.</param>
    /// <param name="call">The method that copies.</param>
    /// <exception cref="InvalidOperationException">It does not.</exception>
    public void CheckSelected(IQueryable<TEntity> query, string call)
    {
        string text = QueryText.Of(query.Select(_row)).Text;
        if (_target.Columns.Any(column => !text.Contains(Names.Quote(column.Source), StringComparison.Ordinal)))
            throw new InvalidOperationException($"The row given to {call} has no value of the query's rows, so that all copies would be equal. Give it a property of them, or insert such rows with BulkInsert.");
    }

    /// <summary>Copies rows, and returns their number.</summary>
    /// <exception cref="RowsDifferException">The session is not in strict mode, in which the server refuses values that do not fit.</exception>
    public ValueTask<int> InsertAsync(IQueryable<TEntity> query, IOBehavior io) => InsertAsync(QueryText.Of(query.Select(_row)), Names.Values, "", io);

    /// <summary>Inserts values of selected rows, and returns the number of those that were inserted.</summary>
    /// <param name="rows">The rows, <c>q</c>: the text of the query and its parameters.</param>
    /// <param name="values">The value of each column that is copied.</param>
    /// <param name="tail">What follows in the statement, such as <c>ORDER BY</c>; empty if nothing does.</param>
    /// <param name="io">The mode.</param>
    /// <exception cref="RowsDifferException">The session is not in strict mode, in which the server refuses values that do not fit.</exception>
    public async ValueTask<int> InsertAsync((string Text, object[] Parameters) rows, IEnumerable<string> values, string tail, IOBehavior io)
    {
        await CheckModeAsync(io).ConfigureAwait(false);
        string text = $"INSERT INTO {Names.Table} ({Names.Columns})\nSELECT {string.Join(", ", values)} FROM (\n{rows.Text}\n) AS q{tail}";
        return await io.RunAsync(() => _context.Database.ExecuteSqlRaw(text, rows.Parameters), () => _context.Database.ExecuteSqlRawAsync(text, rows.Parameters, CancellationToken.None)).ConfigureAwait(false);
    }

    private async ValueTask CheckModeAsync(IOBehavior io)
    {
        if (_isStrict)
            return;
        string mode = await _context.Database.ReadValueAsync<string>("SELECT @@SESSION.sql_mode AS `Value`", [], io, CancellationToken.None).ConfigureAwait(false);
        _isStrict = SessionFacts.IsStrictMode(mode);
        if (!_isStrict)
            throw new RowsDifferException($"the session's sql_mode is '{mode}', in which the server changes values that do not fit. Add STRICT_TRANS_TABLES to it");
    }

    /// <summary>Counts the rows of a query that are in the table as they were to be copied, byte by byte.</summary>
    /// <param name="query">The query.</param>
    /// <param name="isLocking">Whether the rows are read as they are, and not as the transaction has seen them before.</param>
    /// <param name="io">The mode.</param>
    public async ValueTask<long> CountAlikeAsync(IQueryable<TEntity> query, bool isLocking, IOBehavior io)
    {
        (string select, object[] parameters) = QueryText.Of(query.Select(_row));
        // The server takes a table that has just grown for a small one, and would read all of it.
        string text = $"SELECT COUNT(*) AS `Value` FROM (\n{select}\n{(isLocking ? "LOCK IN SHARE MODE\n" : "")}) AS q STRAIGHT_JOIN {Names.Table} AS t FORCE INDEX (PRIMARY) ON {Names.HasKey(_target.EntityType.FindPrimaryKey()!.Properties)} WHERE {Names.IsAlike}";
        return await _context.Database.ReadValueAsync<long>(text, parameters, io, CancellationToken.None).ConfigureAwait(false);
    }
}
