using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning.Expressions;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Planning.Statements;

namespace EFCore.MySqlBulk.Planning;

/// <summary>Makes plans: a pure function of map, options and facts. For each operation it also returns the facts by which connection and strategy are chosen.</summary>
internal static class BulkPlanner
{
    /// <summary>The facts for an insert.</summary>
    /// <param name="shape">The rows' shape.</param>
    /// <param name="call">The call.</param>
    /// <param name="uncertainty">Why the keys of several rows in one statement cannot be computed, if there is a known reason.</param>
    public static SelectionFacts FactsToInsert(StatementShape shape, CallFacts call, KeyUncertainty uncertainty)
    {
        RowCell[] cells = InsertedCells(shape, call);
        return Facts(BulkOperation.Insert, cells.Select(cell => cell.Column), call) with
        {
            KeysWanted = shape.GeneratesKeys && call.Options.ReturnKeys,
            KeysByTrigger = uncertainty == KeyUncertainty.Trigger || call.Options.HasTrigger,
            NothingRolledBack = uncertainty == KeyUncertainty.Engine,
            DefaultCells = cells.Any(c => c.Source == CellSource.CurrentOrDefault),
            AllowsLoadData = call.Options.AllowsLoadData,
        };
    }

    /// <summary>The facts for an update.</summary>
    public static SelectionFacts FactsToUpdate(StatementShape shape, CallFacts call) => Facts(BulkOperation.Update, UpdatedRow(shape, call).Row, call);

    /// <summary>The facts for a delete.</summary>
    public static SelectionFacts FactsToDelete(TableMap table, CallFacts call, Type? bareKeyType) => Facts(BulkOperation.Delete, DeletedRow(table, call, bareKeyType), call);

    /// <summary>The facts for a caller's statement.</summary>
    public static SelectionFacts FactsToExecute(ExecutedStatement statement, CallFacts call) => Facts(BulkOperation.Execute, statement.Values, call);

    /// <summary>Plans an insert.</summary>
    /// <param name="shape">The rows' shape.</param>
    /// <param name="call">The call.</param>
    /// <param name="uncertainty">Why the keys of several rows in one statement cannot be computed, if there is a known reason.</param>
    public static BulkPlan Insert(StatementShape shape, CallFacts call, KeyUncertainty uncertainty)
    {
        RowCell[] cells = InsertedCells(shape, call);
        StrategyChoice choice = StrategySelector.Select(FactsToInsert(shape, call, uncertainty));
        return new()
        {
            Operation = BulkOperation.Insert,
            Table = shape.Table,
            Choice = choice,
            Limits = LimitsOf(choice, cells.Length, false, call),
            Server = call.Server,
            Session = call.Session,
            Shape = new(shape.Table, cells),
            ReturnsKeys = shape.GeneratesKeys && call.Options.ReturnKeys,
            CountsKeys = shape.GeneratesKeys && call.Options is { ReturnKeys: true, VerifyKeys: true } && !choice.Strategy.SendsRowsAlone(),
        };
    }

    /// <summary>Plans an update.</summary>
    /// <exception cref="InvalidOperationException">The options name a property that cannot be updated, or leave nothing to update.</exception>
    public static BulkPlan Update(StatementShape shape, CallFacts call)
    {
        UpdatedRow updated = UpdatedRow(shape, call);
        return Existing(BulkOperation.Update, updated.Row, call) with { Assignments = updated.Assignments, Condition = updated.Condition, UsedCells = updated.UsedCells, WritesNothing = updated.IsEmpty };
    }

    /// <summary>Limits an update to rows in which a compared value differs.</summary>
    /// <exception cref="InvalidOperationException">There is nothing to compare.</exception>
    public static BulkPlan Change(BulkPlan update, ResolvedOptions options)
    {
        ColumnMap[] written = update.WritesNothing ? [] : [.. update.ValuePart.Select(cell => cell.Column), .. update.Assignments.Select(each => each.Column)];
        return update with { WritesChangesOnly = true, NotCompared = NotCompared(update.Table, written, options) };
    }

    /// <summary>The columns that do not make a row differ from the stored one. What the context names by default does not hold for a call that writes nothing else.</summary>
    /// <exception cref="InvalidOperationException">The call names all columns that it writes.</exception>
    public static IReadOnlyList<ColumnMap> NotCompared(TableMap table, IReadOnlyCollection<ColumnMap> written, ResolvedOptions options)
    {
        IReadOnlyList<ColumnMap> named = Named(table, options.NotCompared, $"{options.Type}.NotCompared");
        if (written.Count == 0 || !written.All(named.Contains))
            return named;
        return options.NotComparedIsDefault ? []
            : throw new InvalidOperationException($"{options.Type}.NotCompared names every property of '{table.DisplayName}' that is written to existing rows, so no row would ever be updated. Leave one out, or use BulkInsertIfAbsent.");
    }

    /// <summary>Plans a delete of entities, or of bare keys.</summary>
    public static BulkPlan Delete(TableMap table, CallFacts call, Type? bareKeyType) => Existing(BulkOperation.Delete, DeletedRow(table, call, bareKeyType), call);

    /// <summary>Plans an update of rows by bare keys.</summary>
    /// <param name="table">The table.</param>
    /// <param name="call">The call.</param>
    /// <param name="set">The new values.</param>
    /// <param name="bareKeyType">The type of the keys.</param>
    public static BulkPlan Mark(TableMap table, CallFacts call, IReadOnlyList<RowSetter> set, Type bareKeyType)
    {
        IReadOnlyList<Assignment> assignments = RowExpressionReader.Assignments(table, set, $"{call.Options.Type}.Orphans");
        // An update that sets nothing else compares what it sets.
        IReadOnlyList<ColumnMap> notCompared = NotCompared(table, [.. assignments.Select(each => each.Column)], call.Options with { NotComparedIsDefault = true });
        return Mark(table, call, assignments, bareKeyType) with { NotCompared = notCompared };
    }

    /// <summary>Plans an update that sets columns of such rows to NULL.</summary>
    public static BulkPlan Sever(TableMap table, CallFacts call, IEnumerable<ColumnMap> columns, Type bareKeyType)
        => Mark(table, call, [.. columns.Select(column => new Assignment(column, RowExpression.OfText("NULL")))], bareKeyType);

    private static BulkPlan Mark(TableMap table, CallFacts call, IReadOnlyList<Assignment> assignments, Type bareKeyType)
        => Existing(BulkOperation.Update, MatchedRow.Of(table, table.Key, [], [], bareKeyType), call) with { Assignments = assignments, WritesChangesOnly = true };

    /// <summary>Plans the executions of a caller's statement.</summary>
    public static BulkPlan Execute(ExecutedStatement statement, CallFacts call)
    {
        StrategyChoice choice = StrategySelector.Select(FactsToExecute(statement, call));
        return new()
        {
            Operation = BulkOperation.Execute,
            Choice = choice,
            Limits = LimitsOf(choice, statement.Order.Count, false, call),
            Server = call.Server,
            Session = call.Session,
            Statement = statement,
            ReturnsAffected = call.Options.ReturnAffected,
        };
    }

    /// <summary>The columns that existing rows get from the rows given.</summary>
    public static ColumnMap[] UpdatedColumns(TableMap table, ResolvedOptions options, IReadOnlyList<Assignment> assignments)
    {
        IEnumerable<ColumnMap> written = options is { Set: not null, Update: null } ? [] : WrittenColumns.Of(table, options);
        ColumnMap[] kept = [.. MatchedColumns.Of(table, options.Match), .. assignments.Select(each => each.Column), .. Named(table, options.InsertOnly, $"{options.Type}.InsertOnly")];
        return [.. written.Where(column => !kept.Contains(column))];
    }

    private static BulkPlan Existing(BulkOperation operation, MatchedRow row, CallFacts call)
    {
        StrategyChoice choice = StrategySelector.Select(Facts(operation, row, call));
        BatchLimits limits = LimitsOf(choice, row.Shape.Cells.Count, row.KeyCells > 1, call);
        return new()
        {
            Operation = operation,
            Table = row.Shape.Table,
            Choice = choice,
            Limits = choice.Strategy == BulkStrategy.KeyList ? limits.ForKeys(row.Shape.Cells.Take(row.KeyCells).Select(cell => cell.Column)) : limits,
            Server = call.Server,
            Session = call.Session,
            Shape = row.Shape,
            KeyCells = row.KeyCells,
            KeyColumns = row.KeyColumns,
            ConcurrencyTokenCells = row.ConcurrencyTokenCells,
        };
    }

    private static BatchLimits LimitsOf(StrategyChoice choice, int columns, bool compositeKey, CallFacts call)
    {
        BatchLimits limits = BatchLimits.Of(choice.Strategy, columns, compositeKey, call.Server, call.RowCount, call.Options.BatchRows);
        return call.Pipelining.LongStatements && !choice.Pipelined && call.Options.BatchRows is null ? limits.ForAwaited(choice.Strategy) : limits;
    }

    private static RowCell[] InsertedCells(StatementShape shape, CallFacts call)
    {
        IReadOnlyList<ColumnMap> leftOut = Named(shape.Table, call.Options.Except, call.Options.ExceptOption);
        return
        [
            .. shape.Table.Columns
                .Where(c => c.Origin is not (ValueOrigin.Server or ValueOrigin.Omitted) && shape.Has(c) && !leftOut.Contains(c))
                .Select(c => new RowCell(c, c.Origin == ValueOrigin.StoreDefault ? CellSource.CurrentOrDefault : CellSource.Current))
                // The server evaluates DEFAULT in its place: an expression with other columns sees only those before it.
                .OrderBy(cell => cell.Source == CellSource.CurrentOrDefault),
        ];
    }

    private static IReadOnlyList<ColumnMap> Named(TableMap table, IReadOnlyList<string>? names, string option)
        => names is null ? [] : PropertySelection.Named(table, names, option);

    private static UpdatedRow UpdatedRow(StatementShape shape, CallFacts call)
    {
        TableMap table = shape.Table;
        ResolvedOptions options = call.Options;
        IReadOnlyList<ColumnMap> matched = MatchedColumns.Of(table, options.Match);
        IReadOnlyList<Assignment> assignments = options.Set is { } set ? RowExpressionReader.Assignments(table, set, options.SetOption) : [];
        RowExpression? condition = options.UpdateWhen is { } when ? RowExpressionReader.Condition(table, when, $"{options.Type}.UpdateWhen") : null;
        ColumnMap[] values = [.. UpdatedColumns(table, options, assignments).Where(shape.Has)];
        bool isEmpty = values.Length + assignments.Count == 0;
        // SaveChanges sends nothing for an entity without columns besides its key either.
        if (isEmpty && !shape.Exists && (!options.WritesAll || options.Match is not null))
            throw new InvalidOperationException($"'{table.DisplayName}' has no property to update: each one is part of the key, generated by the server, not allowed to be updated, or in Except.");
        ColumnMap[] used = assignments.Count == 0 && condition is null ? []
            : [.. assignments.Select(each => each.Value).Append(condition).OfType<RowExpression>().SelectMany(expression => expression.Given).Distinct().Except([.. matched, .. values])];
        MatchedRow row = MatchedRow.Of(table, matched, ConcurrencyTokens(table, options), [.. values.Concat(used).Select(column => new RowCell(column))], null);
        return new(row, assignments, condition, used.Length, isEmpty);
    }

    private static MatchedRow DeletedRow(TableMap table, CallFacts call, Type? bareKeyType)
        => MatchedRow.Of(table, table.Key, bareKeyType is null ? ConcurrencyTokens(table, call.Options) : [], [], bareKeyType);

    private static SelectionFacts Facts(BulkOperation operation, MatchedRow row, CallFacts call) => Facts(operation, row.Shape.Cells.Select(cell => cell.Column), call) with
    {
        ConcurrencyTokens = row.ConcurrencyTokenCells > 0,
        RefusesJoins = call.Session.IsSafe && call.Server.Flavor == ServerFlavor.MariaDb,
    };

    private static SelectionFacts Facts(BulkOperation operation, IEnumerable<ValueMap> values, CallFacts call) => new()
    {
        Operation = operation,
        Server = call.Server,
        RowCount = call.RowCount,
        Columns = values.Count(),
        UnpreparedValues = values.Any(value => !value.CanBePrepared),
        Pipelining = call.Pipelining,
        Chosen = call.Chosen,
        IsParallel = call.Options.Connections > 1,
        Forced = call.Options.Strategy,
        ForcedPipelining = call.Options.Pipelining,
    };

    private static RowCell[] ConcurrencyTokens(TableMap table, ResolvedOptions options)
        => options.CheckConcurrency ? [.. table.ConcurrencyTokens.Select(c => new RowCell(c, CellSource.Original))] : [];
}
