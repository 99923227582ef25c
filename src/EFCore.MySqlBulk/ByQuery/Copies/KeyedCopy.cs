using System.Globalization;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Reading;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>Copies the rows of a query to another table of the same server, and finds the keys that the server generates for the copies.</summary>
/// <remarks>
/// A batch is a transaction at <c>REPEATABLE READ</c>. Its rows are locked; then the transaction takes its snapshot, in which they are as they stay, and the other table is without what other sessions insert from now on. The rows are copied in the order
/// of the walk, in which the server generates ascending keys. Rows and copies are numbered in their orders, and compared number by number.
/// </remarks>
internal sealed class KeyedCopy<TEntity, TTarget>
{
    private readonly DbContext _context;
    private readonly RowCopy<TEntity, TTarget> _copy;
    private readonly IProperty _key;
    private readonly string _column;
    private readonly WalkedSelect<TEntity> _select;
    private readonly IReadOnlyList<IProperty> _order;
    private readonly Expression<Func<TEntity, object[]>> _sourceKey;

    /// <param name="context">The context.</param>
    /// <param name="query">The query.</param>
    /// <param name="row">What is copied.</param>
    /// <param name="target">The table.</param>
    /// <param name="copy">Copies rows.</param>
    /// <param name="order">The columns by which rows are walked.</param>
    /// <param name="sourceKey">The primary key of the rows.</param>
    /// <exception cref="InvalidOperationException">The server does not generate the keys of the copies.</exception>
    public KeyedCopy(DbContext context, IQueryable<TEntity> query, Expression<Func<TEntity, TTarget>> row, TargetTable target, RowCopy<TEntity, TTarget> copy, IReadOnlyList<IProperty> order, IReadOnlyList<IProperty> sourceKey)
    {
        _key = KeyOf(target);
        (_context, _copy, _order) = (context, copy, order);
        _column = copy.Names.Quote(target.Table.FindColumn(_key)!.Name);
        _select = new(query, row, target, order, copy.Names);
        ParameterExpression entity = Expression.Parameter(typeof(TEntity), "e");
        _sourceKey = Expression.Lambda<Func<TEntity, object[]>>(ListColumn.Key(ListColumn.Of(sourceKey, entity)), entity);
    }

    /// <summary>The keys of the batch that was copied last.</summary>
    public IReadOnlyList<CopiedKey> Keys { get; private set; } = [];

    /// <summary>Copies rows, and returns their number.</summary>
    public ValueTask<int> InsertAsync(IQueryable<TEntity> query, IOBehavior io) => MoveTransaction.RunAsync(_context.Database, () => InsertInTransactionAsync(query, io), io);

    private static IProperty KeyOf(TargetTable target)
    {
        if (target.EntityType.FindPrimaryKey() is not { Properties: [var only] } key || ValueOrigins.Counter(key) != only)
            throw new InvalidOperationException($"CopiedKeys gets keys that the server generates, and the primary key of '{target.EntityType.DisplayName()}' is not one AUTO_INCREMENT column. Leave CopiedKeys out.");
        return target.Columns.Any(column => column.Property == only)
            ? throw new InvalidOperationException($"CopiedKeys gets keys that the server generates, and the row given to BulkInsertInto sets '{only.Name}'. Leave the one or the other out.")
            : only;
    }

    private async ValueTask<int> InsertInTransactionAsync(IQueryable<TEntity> query, IOBehavior io)
    {
        Keys = [];
        (string Text, object[] Parameters) rows = QueryText.Of(_select.Of(query));
        await LockAsync(rows, io).ConfigureAwait(false);
        await BeginSnapshotAsync(io).ConfigureAwait(false);
        int copied = await _copy.InsertAsync(rows, _copy.Names.Values, $" ORDER BY {_select.Order}", io).ConfigureAwait(false);
        if (copied == 0)
            return 0;
        List<ulong> generated = await GeneratedAsync(rows, io).ConfigureAwait(false);
        if (generated.Count == 0)
            throw new RowsDifferException($"the server generated no keys for '{_key.DeclaringType.DisplayName()}.{_key.Name}': its column is not AUTO_INCREMENT, or a trigger sets it");
        int alike = generated.Count(key => key != 0);
        List<object[]> sources = await Sorted(query).Select(_sourceKey).ToListAsync(io, CancellationToken.None).ConfigureAwait(false);
        if (alike != copied || generated.Count != copied || sources.Count != copied)
            throw new RowsDifferException(string.Create(CultureInfo.InvariantCulture, $"{copied} rows were copied, and {alike} of them were found under the keys that were generated for them: a column or a trigger of the other table changes values or keys, or the row has a value that the server calculates anew each time, such as DateTime.UtcNow, in place of a variable"));
        Keys = [.. sources.Zip(generated, (source, key) => new CopiedKey(source, Value(key)))];
        return copied;
    }

    // INSERT … SELECT locks the rows that it reads, those of subqueries too, which a SELECT with locks would not. It reads every column that is copied, since an index without one of them would not keep it from being changed. No
    // sum of lengths is below zero, so nothing is inserted.
    private ValueTask<int> LockAsync((string Text, object[] Parameters) rows, IOBehavior io)
        => _copy.InsertAsync(rows, _copy.Names.Values.Select(value => $"SUM(LENGTH({value}))"), $" HAVING SUM({string.Join(" + ", _select.Columns.Select(column => $"LENGTH({column})"))}) < 0", io);

    // No row has this key. The key that the session generated before is not to be taken for one of the batch.
    private ValueTask<long> BeginSnapshotAsync(IOBehavior io)
        => _context.Database.ReadValueAsync<long>($"SELECT CAST(COUNT(*) + LAST_INSERT_ID(0) AS SIGNED) AS `Value` FROM {_copy.Names.Table} WHERE {_column} = 0", [], io, CancellationToken.None);

    // The keys from the first generated one on, in their order, with 0 for a row that is not like the one that was copied to this place.
    private ValueTask<List<ulong>> GeneratedAsync((string Text, object[] Parameters) rows, IOBehavior io)
    {
        const string Number = "MySqlBulkNumber";
        string text = $"""
            SELECT CAST(IF(q.{Number} IS NULL, 0, t.{_column}) AS UNSIGNED) AS `Value` FROM (
            SELECT t.{_column}, {string.Join(", ", _copy.Names.StoredValues)}, ROW_NUMBER() OVER (ORDER BY t.{_column}) AS {Number} FROM {_copy.Names.Table} AS t FORCE INDEX (PRIMARY) WHERE t.{_column} >= NULLIF(LAST_INSERT_ID(), 0)
            ) AS t LEFT JOIN (
            SELECT q.*, ROW_NUMBER() OVER (ORDER BY {_select.Order}) AS {Number} FROM (
            {rows.Text}
            ) AS q
            ) AS q ON q.{Number} = t.{Number} AND {_copy.Names.IsAlike} ORDER BY t.{Number}
            """;
        return _context.Database.SqlQueryRaw<ulong>(text, rows.Parameters).ToListAsync(io, CancellationToken.None);
    }

    private IQueryable<TEntity> Sorted(IQueryable<TEntity> query)
    {
        ParameterExpression entity = Expression.Parameter(typeof(TEntity), "e");
        return query.Provider.CreateQuery<TEntity>(ListColumn.Sorted(query.Expression, ListColumn.Of(_order, entity), entity, isBackward: false));
    }

    private object Value(ulong key)
    {
        ValueConverter? converter = _key.GetTypeMapping().Converter;
        object value = Convert.ChangeType(key, converter?.ProviderClrType ?? _key.ClrType, CultureInfo.InvariantCulture);
        return converter is null ? value : converter.ConvertFromProvider(value)!;
    }
}
