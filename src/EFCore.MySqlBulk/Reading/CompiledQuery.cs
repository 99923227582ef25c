using System.Data.Common;
using System.Reflection;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Query.Internal;

#pragma warning disable EF1001 // EF Core has no public way to run a query's materializer over another reader.

namespace EFCore.MySqlBulk.Reading;

/// <summary>A query as EF Core has compiled it: its command, and its materializer with conversions and tracking. No other file uses these internals.</summary>
internal sealed class CompiledQuery<T>
{
    private static readonly FieldInfo? Shaper = FieldOf(typeof(Func<QueryContext, DbDataReader, ResultContext, SingleQueryResultCoordinator, T>));
    private static readonly FieldInfo? Context = FieldOf(typeof(RelationalQueryContext));
    private static readonly FieldInfo? StandAlone = typeof(SingleQueryingEnumerable<T>).GetField("_standAloneStateManager", BindingFlags.Instance | BindingFlags.NonPublic);

    private readonly SingleQueryingEnumerable<T> _query;
    private readonly RelationalQueryContext _context;
    private readonly Func<QueryContext, DbDataReader, ResultContext, SingleQueryResultCoordinator, T> _shape;
    private readonly SingleQueryResultCoordinator _coordinator = new();

    private CompiledQuery(SingleQueryingEnumerable<T> query, FieldInfo shaper, FieldInfo context, FieldInfo standAlone)
    {
        _query = query;
        _shape = (Func<QueryContext, DbDataReader, ResultContext, SingleQueryResultCoordinator, T>)shaper.GetValue(query)!;
        _context = (RelationalQueryContext)context.GetValue(query)!;
        _context.InitializeStateManager((bool)standAlone.GetValue(query)!);
    }

    /// <summary>Compiles a query, or returns it from EF Core's cache; <see langword="null" /> if it is not one statement, or if EF Core represents it in another way.</summary>
    public static CompiledQuery<T>? Of(IQueryable<T> query)
        => Shaper is not null && Context is not null && StandAlone is not null
            && query.Provider.Execute<IEnumerable<T>>(query.Expression) is SingleQueryingEnumerable<T> compiled
                ? new(compiled, Shaper, Context, StandAlone)
                : null;

    /// <summary>Creates a command of the context's connection, which need not be open.</summary>
    public DbCommand CreateCommand() => _query.CreateDbCommand();

    /// <summary>Materializes a reader's current row.</summary>
    public T Item(DbDataReader reader)
    {
        _coordinator.ResultReady = true;
        _coordinator.HasNext = null;
        T item = _shape(_context, reader, _coordinator.ResultContext, _coordinator);
        _coordinator.ResultContext.Values = null;
        return _coordinator.ResultReady ? item : throw new UnreadableRowException();
    }

    private static FieldInfo? FieldOf(Type type)
        => Array.Find(typeof(SingleQueryingEnumerable<T>).GetFields(BindingFlags.Instance | BindingFlags.NonPublic), field => field.FieldType == type);
}
