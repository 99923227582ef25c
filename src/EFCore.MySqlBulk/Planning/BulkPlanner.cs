using EFCore.MySqlBulk.Mapping;

namespace EFCore.MySqlBulk.Planning;

/// <summary>Makes plans: a pure function of map, options and facts.</summary>
internal static class BulkPlanner
{
    /// <summary>Plans an insert.</summary>
    /// <param name="form">The rows' form.</param>
    /// <param name="options">The options.</param>
    /// <param name="server">The server.</param>
    /// <param name="session">The session.</param>
    /// <param name="rows">The number of rows where it is known.</param>
    /// <param name="doubt">Why the keys of several rows in one statement cannot be computed, as far as that was found out.</param>
    /// <param name="connection">What may be done with connections.</param>
    public static BulkPlan Insert(
        RowForm form, ResolvedOptions options, ServerFacts server, SessionFacts session, long? rows, KeyDoubt doubt, ConnectionFacts connection = default)
    {
        TableMap table = form.Table;
        RowCell[] cells =
        [
            .. table.Columns
                .Where(c => c.Origin is not (ValueOrigin.Server or ValueOrigin.Omitted) && form.Has(c))
                .Select(c => new RowCell(c, c.Origin == ValueOrigin.StoreDefault ? CellSource.CurrentOrDefault : CellSource.Current)),
        ];
        bool keysWanted = form.GeneratesKeys && options.ReturnKeys;
        SelectionFacts facts = Facts(BulkOperation.Insert, cells.Length, options, server, rows, connection) with
        {
            KeysWanted = keysWanted,
            KeysByTrigger = doubt == KeyDoubt.Trigger || options.HasTrigger,
            NothingTakenBack = doubt == KeyDoubt.Engine,
            DefaultCells = cells.Any(c => c.Source == CellSource.CurrentOrDefault),
        };
        StrategyChoice choice = StrategySelector.Select(facts);
        return new()
        {
            Operation = BulkOperation.Insert,
            Table = table,
            Choice = choice,
            Limits = BatchLimits.Of(choice.Strategy, cells.Length, false, server, rows, options.BatchRows),
            Server = server,
            Session = SessionOf(choice, session),
            Shape = new(table, cells),
            ReturnsKeys = keysWanted,
        };
    }

    /// <summary>Plans an update.</summary>
    /// <exception cref="ArgumentException">The options name a property that cannot be updated, or there is nothing to update.</exception>
    public static BulkPlan Update(
        RowForm form, ResolvedOptions options, ServerFacts server, SessionFacts session, long? rows, ConnectionFacts connection = default)
    {
        TableMap table = form.Table;
        RowCell[] key = Key(table);
        RowCell[] tokens = Tokens(table, options);
        IEnumerable<ColumnMap> written = options.Properties is { } names ? PropertySelection.Columns(table, names) : table.Columns.Where(c => c.IsUpdatable);
        RowCell[] values = [.. written.Where(form.Has).Select(c => new RowCell(c))];
        if (values.Length == 0)
            throw new ArgumentException($"'{table.DisplayName}' has no property to update: all are key, generated or forbidden to update.");
        return Existing(BulkOperation.Update, table, key, tokens, values, options, server, session, rows, null, connection);
    }

    /// <summary>Plans a delete of entities, or of bare keys.</summary>
    public static BulkPlan Delete(
        TableMap table, ResolvedOptions options, ServerFacts server, SessionFacts session, long? rows, Type? bareKeyType, ConnectionFacts connection = default)
        => Existing(
            BulkOperation.Delete, table, Key(table), bareKeyType is null ? Tokens(table, options) : [], [], options, server, session, rows, bareKeyType, connection);

    /// <summary>Plans the runs of a caller's statement.</summary>
    public static BulkPlan Execute(
        ExecutedStatement statement, ResolvedOptions options, ServerFacts server, SessionFacts session, long? rows, ConnectionFacts connection)
    {
        StrategyChoice choice = StrategySelector.Select(Facts(BulkOperation.Execute, statement.Order.Count, options, server, rows, connection));
        return new()
        {
            Operation = BulkOperation.Execute,
            Choice = choice,
            Limits = BatchLimits.Of(choice.Strategy, statement.Order.Count, false, server, rows, options.BatchRows),
            Server = server,
            Session = SessionOf(choice, session),
            Statement = statement,
            ReturnsAffected = options.ReturnAffected,
        };
    }

    private static BulkPlan Existing(
        BulkOperation operation, TableMap table, RowCell[] key, RowCell[] tokens, RowCell[] values,
        ResolvedOptions options, ServerFacts server, SessionFacts session, long? rows, Type? bareKeyType, ConnectionFacts connection)
    {
        int columns = key.Length + tokens.Length + values.Length;
        SelectionFacts facts = Facts(operation, columns, options, server, rows, connection) with
        {
            Tokens = tokens.Length > 0,
            RefusesJoins = session.IsSafe && server.Flavor == ServerFlavor.MariaDb,
        };
        StrategyChoice choice = StrategySelector.Select(facts);
        return new()
        {
            Operation = operation,
            Table = table,
            Choice = choice,
            Limits = BatchLimits.Of(choice.Strategy, columns, key.Length > 1, server, rows, options.BatchRows),
            Server = server,
            Session = SessionOf(choice, session),
            Shape = new(table, [.. key, .. tokens, .. values], bareKeyType),
            KeyCells = key.Length,
            TokenCells = tokens.Length,
        };
    }

    private static SelectionFacts Facts(
        BulkOperation operation, int columns, ResolvedOptions options, ServerFacts server, long? rows, ConnectionFacts connection) => new()
        {
            Operation = operation,
            Server = server,
            Rows = rows,
            Columns = columns,
            Connection = connection,
            IsParallel = options.Connections > 1,
            Forced = options.Strategy,
            ForcedConnection = options.Connection,
        };

    private static SessionFacts SessionOf(StrategyChoice choice, SessionFacts session) => choice.OwnConnection ? session.OnOwnConnection() : session;

    private static RowCell[] Key(TableMap table) => [.. table.Key.Select(c => new RowCell(c))];

    private static RowCell[] Tokens(TableMap table, ResolvedOptions options)
        => options.CheckConcurrency ? [.. table.Tokens.Select(c => new RowCell(c, CellSource.Original))] : [];
}
