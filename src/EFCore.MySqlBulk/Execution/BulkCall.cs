using System.Linq.Expressions;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Matching;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Portions;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning.Expressions;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Statements;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The entry point of the public methods: checks the arguments, makes the request, and runs it in either mode.</summary>
internal static class BulkCall
{
    public static RequestedOperation Insert<T>(DbContext context, IEntityType? entityType, RowSource rows, BulkInsertOptions? options)
        => PortionedCall.Of(Request(context, entityType ?? TypeOf<T>(context), new InsertOperation(), rows, ResolvedOptions.Of(options, ContextDefaults.Of(context))), options);

    public static RequestedOperation Update<T>(DbContext context, IEntityType? entityType, RowSource rows, BulkUpdateOptions<T>? options)
    {
        IEntityType type = entityType ?? TypeOf<T>(context);
        ResolvedOptions resolved = ResolvedOptions.Of(options, ContextDefaults.Of(context));
        RequestedOperation call = PortionedCall.Of(Request(context, type, new UpdateOperation(), rows, resolved), options);
        BulkRequest request = call.Request;
        if (request.IsDivided && (resolved.Match is not null || resolved.UpdateWhen is not null))
            throw new InvalidOperationException($"Entities of '{type.DisplayName()}' have parts in several tables, and BulkUpdateOptions.Match and UpdateWhen support only one. Leave both options out.");
        CheckSelection(request);
        return ConnectionSettings.Of(context.Database).CountsChangedRows
            ? throw new InvalidOperationException(
                "The connection string sets UseAffectedRows=true, so the server counts only changed rows, and a row that was not found cannot be distinguished from an unchanged one. Remove the setting.")
            : call;
    }

    public static RequestedOperation InsertOrUpdate<T>(DbContext context, IEntityType? entityType, RowSource rows, BulkInsertOrUpdateOptions<T>? options)
        => PortionedCall.Of(LookedUp<T>(context, entityType, new InsertOrUpdateOperation(updates: true), rows, ResolvedOptions.Of(options, ContextDefaults.Of(context))), options);

    public static RequestedOperation InsertIfAbsent<T>(DbContext context, IEntityType? entityType, RowSource rows, BulkInsertIfAbsentOptions<T>? options)
        => PortionedCall.Of(LookedUp<T>(context, entityType, new InsertOrUpdateOperation(updates: false), rows, ResolvedOptions.Of(options, ContextDefaults.Of(context))), options);

    public static RequestedOperation Synchronize<T>(DbContext context, IEntityType? entityType, RowSource rows, BulkSynchronizeOptions<T> options)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(options);
        ResolvedOptions resolved = ResolvedOptions.Of(options, ContextDefaults.Of(context));
        RequestedOperation call = LookedUp<T>(context, entityType, new SynchronizeOperation(updates: true), rows, resolved);
        BulkRequest request = call.Request;
        TableMap table = TableMaps.Of(request.EntityType);
        // The server normalises JSON, so the stored text differs from the one sent.
        if (request.EntityType.GetConcreteDerivedTypesInclusive().SelectMany(type => ScopedRows.ComparedOf(TableMaps.Of(type), resolved)).OfType<JsonColumn>().FirstOrDefault() is { } json)
            throw new InvalidOperationException($"'{json.DisplayName}' is stored as JSON, which BulkSynchronize cannot compare. Name it in NotCompared, so that it is written if the row differs otherwise, or in Except or InsertOnly.");
        if (resolved.Orphans.Set is { } set)
            RowExpressionReader.Assignments(table, set, "BulkSynchronizeOptions.Orphans");
        if (request.GoesByType && resolved.Orphans.Set is not null)
            throw new InvalidOperationException($"BulkSynchronizeOptions.Orphans updates orphans of '{request.EntityType.DisplayName()}', but not those of collections. Set Orphans<T>.Delete or Orphans<T>.Keep, or leave IncludeGraph out.");
        FilteredScope<T> scope = new(options.Scope, options.AllowEmpty);
        scope.Check(context, request.EntityType);
        return call with { Request = request with { Scope = scope } };
    }

    public static RequestedOperation Delete<T>(DbContext context, IEntityType? entityType, RowSource rows, BulkDeleteOptions? options)
        => PortionedCall.Of(Request(context, entityType ?? TypeOf<T>(context), new DeleteOperation(), rows, ResolvedOptions.Of(options, ContextDefaults.Of(context))), options);

    public static RequestedOperation DeleteByKey<TEntity, TKey>(DbContext context, IEntityType? entityType, RowSource rows, BulkDeleteOptions? options)
    {
        RequestedOperation call = Delete<TEntity>(context, entityType, rows, options);
        BulkRequest request = call.Request with { BareKeyType = typeof(TKey) };
        if (TableMaps.AllOf(request.EntityType).Count > 1 || request.EntityType.GetDerivedTypes().Any(type => TableMaps.AllOf(type).Count > 1))
            throw new InvalidOperationException($"Entities of '{request.EntityType.DisplayName()}' have parts in several tables, which a bare key does not identify. Give entities to BulkDelete.");
        if (TableMaps.Of(request.EntityType).HasSeveralTables)
            throw new InvalidOperationException($"Rows of '{request.EntityType.DisplayName()}' are in several tables (TPC), and a bare key does not identify the table. Give entities to BulkDelete, or keys of one concrete type.");
        BareKeys.Check(TableMaps.Of(request.EntityType), typeof(TKey));
        return call with { Request = request };
    }

    public static RequestedOperation Execute<T>(DbContext context, RowSource rows, Expression<Func<T, FormattableString>> statement, BulkExecuteOptions? options)
    {
        ArgumentNullException.ThrowIfNull(statement);
        InterpolatedStatement read = InterpolatedStatement.Of(MappingsOf(context), statement);
        return Execute(context, rows, StatementReader.Read(read.Sql, read.Parameters), options);
    }

    public static RequestedOperation Execute<T, TParameters>(DbContext context, RowSource rows, string sql, Func<T, TParameters> parameters, BulkExecuteOptions? options)
    {
        ArgumentNullException.ThrowIfNull(sql);
        ArgumentNullException.ThrowIfNull(parameters);
        return Execute(context, rows, StatementReader.Read(sql, RowParameters.Of(MappingsOf(context), parameters)), options);
    }

    private static RequestedOperation Execute(DbContext context, RowSource rows, ExecutedStatement statement, BulkExecuteOptions? options)
    {
        ExecuteOperation operation = new();
        RowSources.CheckQuery(rows, context, operation.Traits.Name);
        BulkRequest request = new()
        {
            Context = context,
            Traits = operation.Traits,
            Options = ResolvedOptions.Of(options, ContextDefaults.Of(context)),
            Rows = rows,
            Statement = statement,
        };
        return PortionedCall.Of(new(operation, request), options);
    }

    private static IRelationalTypeMappingSource MappingsOf(DbContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        AcceptedProvider.Check(context, ContextDefaults.Of(context));
        return context.GetService<IRelationalTypeMappingSource>();
    }

    /// <summary>The context of a set.</summary>
    public static DbContext ContextOf<T>(DbSet<T> set)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(set);
        return set.GetService<ICurrentDbContext>().Context;
    }

    public static BulkResult Run(RequestedOperation call) => BulkExecutor.RunAsync(call, IOBehavior.Synchronous, default).Completed();

    public static Task<BulkResult> RunAsync(RequestedOperation call, CancellationToken token)
        => BulkExecutor.RunAsync(call, IOBehavior.Asynchronous, token).AsTask();

    public static BulkExplanation Explain(RequestedOperation call) => BulkExplainer.ExplainAsync(call, IOBehavior.Synchronous, default).Completed();

    public static Task<BulkExplanation> ExplainAsync(RequestedOperation call, CancellationToken token)
        => BulkExplainer.ExplainAsync(call, IOBehavior.Asynchronous, token).AsTask();

    private static RequestedOperation LookedUp<T>(DbContext context, IEntityType? entityType, InsertOrUpdateOperation operation, RowSource rows, ResolvedOptions options)
    {
        RequestedOperation call = Request(context, entityType ?? TypeOf<T>(context), operation, rows, options);
        BulkRequest request = call.Request;
        TableMap table = TableMaps.Of(request.EntityType);
        if (table.HasSeveralTables)
            throw new InvalidOperationException($"Entities of '{table.DisplayName}' are stored in several tables, and {operation.Traits.Name} looks rows up in only one. Call it for each concrete type.");
        Check(request, table);
        if (options.Combine is not null && (request.IsDivided || request.GoesByType))
        {
            throw new InvalidOperationException(
                $"Entities of '{table.DisplayName}' are stored in several tables, or with those they are related to, and {options.Type}.Duplicates combines rows of one table. Combine the entities before the call, or leave {(request.IsDivided ? "Duplicates" : "IncludeGraph")} out.");
        }

        if (request.IsDivided)
            CheckDivided(request, table);
        if (request.IsDivided || request.GoesByType)
            CheckMatch(request, table);
        return call;
    }

    private static void CheckDivided(BulkRequest request, TableMap table)
    {
        ResolvedOptions options = request.Options;
        if (options.Set is not null || options.UpdateWhen is not null)
            throw new InvalidOperationException($"Entities of '{table.DisplayName}' have parts in several tables, and {options.SetOption} and UpdateWhen support only one. Leave both options out.");
    }

    // Other parts and related entities need the key, so it must be known before they are written.
    private static void CheckMatch(BulkRequest request, TableMap table)
    {
        ResolvedOptions options = request.Options;
        if (options.Match is null || ReferenceEquals(MatchedColumns.Of(table, options.Match), table.Key) || table.AutoIncrement is not null)
            return;
        throw new InvalidOperationException(
            request.IsDivided ? $"Entities of '{table.DisplayName}' have parts in several tables, which are found by the primary key. Leave {options.Type}.Match out."
            : $"IncludeGraph stores entities that refer to '{table.DisplayName}' by the primary key. Leave {options.Type}.Match or IncludeGraph out.");
    }

    // Names in the options are resolved before anything is sent.
    private static void Check(BulkRequest request, TableMap table)
    {
        ResolvedOptions options = request.Options;
        MatchedColumns.Of(table, options.Match);
        if (request.EntityType.IsAbstract())
            return;
        if (!options.WritesAll)
            _ = WrittenColumns.Of(table, options).Count();
        PropertySelection.Named(table, options.InsertOnly ?? [], $"{options.Type}.InsertOnly");
        if (options.Set is { } set)
            RowExpressionReader.Assignments(table, set, options.SetOption);
        // Rows that were not written are found by their old tokens, after the written ones got new tokens.
        if (options is { UpdateWhen: not null, CheckConcurrency: true } && table.ConcurrencyTokens.Any(token => token.ValueGenerated.HasFlag(ValueGenerated.OnUpdate) || WrittenColumns.Of(table, options).Contains(token)))
            throw new InvalidOperationException($"'{table.DisplayName}' has a concurrency token that the update changes, so a row with a changed token could not be distinguished from a row that UpdateWhen skips. Compare the token in UpdateWhen, and set CheckConcurrency = false.");
        if (options.UpdateWhen is { } when)
            RowExpressionReader.Condition(table, when, $"{options.Type}.UpdateWhen");
    }

    private static RequestedOperation Request(DbContext context, IEntityType entityType, Operation operation, RowSource rows, ResolvedOptions options)
    {
        MySqlBulkDefaults defaults = ContextDefaults.Of(context);
        AcceptedProvider.Check(context, defaults);
        StoredProcedures.Check(entityType, operation.Traits.Kind);
        SupportedShape.Check(entityType);
        OperationTraits traits = operation.Traits;
        RowSources.CheckQuery(rows, context, traits.Name);
        RequestedOperation call = new(operation, new()
        {
            Context = context,
            EntityType = entityType,
            Traits = traits,
            Options = options,
            Rows = rows,
            IsGraph = traits.StoresGraphs && EntityShape.AreGraphs(entityType, options.IncludeGraph ? GraphReach.All : GraphReach.Owned),
            IsDivided = !traits.StoresGraphs && EntityShape.AreGraphs(entityType, GraphReach.Owned),
            GoesByType = !traits.StoresGraphs && options.IncludeGraph && EntityShape.AreGraphs(entityType, GraphReach.Related),
            Hooks = RowHooks.Of(context, traits, defaults),
        });
        CheckTable(call.Request);
        return call;
    }

    private static void CheckTable(BulkRequest request)
    {
        if (request.Options.Table is null)
            return;
        if (request.Options.Table.Length == 0)
            throw new ArgumentException($"{request.Options.Type}.Table is empty. Name a table, or leave it out.");
        if (request.IsGraph || request.IsDivided || request.GoesByType || request.EntityType.GetDerivedTypesInclusive().Select(type => type.GetTableName()).OfType<string>().Distinct().Skip(1).Any())
            throw new InvalidOperationException($"{request.Options.Type}.Table names one table, but entities of '{request.EntityType.DisplayName()}' are stored in several tables, or with those they are related to. Leave Table or IncludeGraph out.");
    }

    private static void CheckSelection(BulkRequest request)
    {
        IEntityType type = request.EntityType;
        foreach (IEntityType each in type.GetDerivedTypesInclusive().Where(each => request.Options.OnlyModified && !each.IsAbstract()))
        {
            foreach (TableMap table in TableMaps.AllOf(each))
                SupportedShape.CheckModified(table);
        }

        Check(request, TableMaps.Of(type));
    }

    private static IEntityType TypeOf<T>(DbContext context)
    {
        // The first call on a context may build its model, which two calls must not do at once.
        using ConcurrencyDetectorCriticalSectionDisposer? alone = ConcurrentUse.Enter(context);
        return context.Model.FindEntityType(typeof(T))
            ?? throw new InvalidOperationException(
                context.Model.IsShared(typeof(T))
                    ? $"'{typeof(T)}' is a shared CLR type, which several entity types of {context.GetType().Name} use. Call the method on context.Set<{typeof(T).Name}>(name)."
                    : $"'{typeof(T)}' is not an entity type in the model of {context.GetType().Name}. Add a DbSet<{typeof(T).Name}> or map it in OnModelCreating.");
    }
}
