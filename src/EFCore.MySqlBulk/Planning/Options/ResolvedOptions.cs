using System.Linq.Expressions;

namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>Options with every default filled in: the call's value, or else the context's, or else the library's.</summary>
internal sealed record ResolvedOptions
{
    /// <summary>What to do about two rows with the same key, if <see cref="CheckDuplicates" /> is an option of the call.</summary>
    public const string CheckDuplicatesCure = "Give each row once, or set CheckDuplicates = false.";

    public const int MaxConnections = 16;

    public BulkStrategy? Strategy { get; init; }

    public BulkPipelining Pipelining { get; init; }

    /// <summary>The number of connections; above 1, they are opened for the operation.</summary>
    public int Connections { get; init; } = 1;

    /// <summary>The table of decisions by which several connections commit together; <see langword="null" /> if there are not several, or if they commit one after the other.</summary>
    public string? AtomicBy { get; init; }

    /// <summary>The table in which the call's own transaction records that it is committed; <see langword="null" /> if it does not.</summary>
    public string? RecordsCommitsIn { get; init; }

    /// <summary>Whether the caller has forced pipelining.</summary>
    public bool AsksForPipelining => Pipelining == BulkPipelining.Always || Strategy?.NeedsPipelining() == true;

    /// <summary>Another driver for array batches, as an object, since plans do not use it.</summary>
    public object? ArrayBatchDriver { get; init; }

    /// <summary>Whether an insert may use LOAD DATA.</summary>
    public bool AllowsLoadData { get; init; }

    public int? BatchRows { get; init; }

    public TimeSpan? Timeout { get; init; }

    public IProgress<BulkProgress>? Progress { get; init; }

    public RejectedRows? Rejected { get; init; }

    public bool BufferForRetry { get; init; }

    public bool FindFailingRow { get; init; }

    public bool ReturnKeys { get; init; }

    public bool VerifyKeys { get; init; }

    public bool HasTrigger { get; init; }

    public bool ReadGenerated { get; init; }

    public bool IncludeGraph { get; init; }

    /// <summary>What to do about related entities that an insert does not store.</summary>
    public BulkReaction LeftOutEntities { get; init; }

    public bool CheckDuplicates { get; init; }

    /// <summary>The cure in the message about two rows with the same key; <see langword="null" /> if they are no error.</summary>
    public string? DuplicateRefusal => CheckDuplicates ? DuplicateCure : null;

    /// <summary>The same, if they are an error.</summary>
    public string DuplicateCure { get; init; } = CheckDuplicatesCure;

    /// <summary>Makes one row of two with the same key; <see langword="null" /> if the one given last stands for both, or if they are an error.</summary>
    public Func<object, object, object?>? Combine { get; init; }

    public bool CheckConcurrency { get; init; }

    public bool IgnoresNotFound { get; init; }

    public bool ReturnAffected { get; init; }

    /// <summary>The table that the rows go to; <see langword="null" /> for the model's.</summary>
    public string? Table { get; init; }

    /// <summary>The properties by which rows are matched with stored ones; <see langword="null" /> for the primary key.</summary>
    public IReadOnlyList<string>? Match { get; init; }

    /// <summary>Properties that no statement writes.</summary>
    public IReadOnlyList<string>? Except { get; init; }

    /// <summary>The option that names them.</summary>
    public string ExceptOption => $"{Type}.Except";

    /// <summary>Properties that inserts write and updates leave as they are.</summary>
    public IReadOnlyList<string>? InsertOnly { get; init; }

    /// <summary>Properties that are written, but do not make a row differ from the stored one.</summary>
    public IReadOnlyList<string>? NotCompared { get; init; }

    /// <summary>Whether they are defaults of the context.</summary>
    public bool NotComparedIsDefault { get; init; }

    /// <summary>What to do with orphans.</summary>
    public OrphanRule Orphans { get; init; } = OrphanRule.Keep;

    /// <summary>Receives the entities that were inserted and updated, and the keys of orphans, once the call has succeeded.</summary>
    public Action<IEnumerable<object>, IEnumerable<object>, IReadOnlyList<IReadOnlyList<object>>>? Changes { get; init; }

    /// <summary>What existing rows are set to.</summary>
    public IReadOnlyList<RowSetter>? Set { get; init; }

    /// <summary>The option that says so.</summary>
    public string SetOption { get; init; } = "BulkInsertOrUpdateOptions.Set";

    /// <summary>Which existing rows are written, as <c>(stored, given) => …</c>.</summary>
    public LambdaExpression? UpdateWhen { get; init; }

    /// <summary>Whether an update writes only modified properties.</summary>
    public bool OnlyModified { get; init; }

    /// <summary>Whether no option limits the columns that an update writes.</summary>
    public bool WritesAll => Update is null && Except is null && InsertOnly is null && Set is null;

    /// <summary>The columns to update, if the caller named them; <see langword="null" /> for all.</summary>
    public IReadOnlyList<string>? Update { get; init; }

    /// <summary>The option that names them.</summary>
    public string UpdateOption { get; init; } = "BulkUpdateOptions.Update";

    /// <summary>The type of the options, as messages name it.</summary>
    public string Type { get; init; } = "BulkUpdateOptions";

    /// <exception cref="ArgumentException">An option's value is invalid.</exception>
    public static ResolvedOptions Of(BulkInsertOptions? options, MySqlBulkDefaults defaults) => Common(options, defaults) with
    {
        Type = "BulkInsertOptions",
        AllowsLoadData = defaults.AllowLoadData ?? false,
        ReturnKeys = options?.ReturnKeys ?? true,
        VerifyKeys = options?.VerifyKeys ?? true,
        HasTrigger = options?.HasTrigger ?? false,
        ReadGenerated = options?.ReadGenerated ?? true,
        IncludeGraph = options?.IncludeGraph ?? false,
        LeftOutEntities = options?.LeftOutEntities ?? defaults.LeftOutEntities ?? BulkReaction.Warn,
    };

    /// <exception cref="ArgumentException">An option's value is invalid.</exception>
    public static ResolvedOptions Of<T>(BulkUpdateOptions<T>? options, MySqlBulkDefaults defaults) => Common(options, defaults) with
    {
        CheckDuplicates = options?.CheckDuplicates ?? true,
        CheckConcurrency = options?.CheckConcurrency ?? true,
        ReadGenerated = options?.ReadGenerated ?? true,
        OnlyModified = options?.OnlyModified ?? false,
        IgnoresNotFound = options is { NotFound: NotFoundRows.Ignore },
        Match = options?.Match is { } match ? PropertySelection.Names(match, "BulkUpdateOptions.Match") : null,
        UpdateWhen = options?.UpdateWhen,
        Update = options?.Update is { } properties ? PropertySelection.Names(properties, "BulkUpdateOptions.Update") : null,
        Except = PropertySelection.ExceptOf(options),
    };

    /// <exception cref="ArgumentException">An option's value is invalid.</exception>
    public static ResolvedOptions Of<T>(BulkInsertOrUpdateOptions<T>? options, MySqlBulkDefaults defaults)
    {
        if (options is { Update: not null, InsertOnly: not null })
            throw new ArgumentException("BulkInsertOrUpdateOptions has both Update, which names the properties to update, and InsertOnly, which names those not to update. Give one of them.", nameof(options));
        return (Looked(options, defaults) with
        {
            CheckDuplicates = options?.Duplicates is null,
            Combine = DuplicateRows.CombinerOf(options?.Duplicates),
            ReadGenerated = options?.ReadGenerated ?? true,
            Match = NamesOf(options?.Match, "Match"),
            Update = NamesOf(options?.Update, "Update"),
            IncludeGraph = options?.IncludeGraph ?? false,
            UpdateOption = "BulkInsertOrUpdateOptions.Update",
            Type = "BulkInsertOrUpdateOptions",
            Except = NamesOf(options?.Except, "Except"),
            InsertOnly = NamesOf(options?.InsertOnly, "InsertOnly"),
            NotCompared = NamesOf(options?.NotCompared, "NotCompared"),
            Set = RowSetters.Of(options),
            SetOption = $"BulkInsertOrUpdateOptions.{(options?.Setters is null ? "Set" : "Setters")}",
            UpdateWhen = options?.UpdateWhen,
        }).WithDefaultsOf(typeof(T), defaults);

        static IReadOnlyList<string>? NamesOf(Expression<Func<T, object?>>? selection, string option)
            => selection is null ? null : PropertySelection.Names(selection, $"BulkInsertOrUpdateOptions.{option}");
    }

    /// <exception cref="ArgumentException">An option's value makes no sense.</exception>
    public static ResolvedOptions Of<T>(BulkInsertIfAbsentOptions<T>? options, MySqlBulkDefaults defaults) => Looked(options, defaults) with
    {
        CheckDuplicates = options?.Duplicates is null,
        Combine = DuplicateRows.CombinerOf(options?.Duplicates),
        ReadGenerated = options?.ReadGenerated ?? true,
        Match = options?.Match is { } match ? PropertySelection.Names(match, "BulkInsertIfAbsentOptions.Match") : null,
        Type = "BulkInsertIfAbsentOptions",
    };

    /// <exception cref="ArgumentException">An option's value is invalid.</exception>
    public static ResolvedOptions Of<T>(BulkSynchronizeOptions<T> options, MySqlBulkDefaults defaults)
        where T : class
    {
        if (options is { Scope: null, WholeTable: false })
            throw new ArgumentException("BulkSynchronize needs Scope or WholeTable, because it deletes stored rows that are not given. Set Scope = q => q.Where(…), or WholeTable = true for all rows of the table.", nameof(options));
        if (options is { Scope: not null, WholeTable: true })
            throw new ArgumentException("BulkSynchronizeOptions has both Scope and WholeTable. Give one of them.", nameof(options));
        if (options is { Update: not null, InsertOnly: not null })
            throw new ArgumentException("BulkSynchronizeOptions has both Update, which names the properties to update, and InsertOnly, which names those not to update. Give one of them.", nameof(options));
        return (Looked(options, defaults) with
        {
            CheckDuplicates = true,
            ReadGenerated = options.ReadGenerated,
            Match = NamesOf(options.Match, "Match"),
            Update = NamesOf(options.Update, "Update"),
            UpdateOption = "BulkSynchronizeOptions.Update",
            Type = "BulkSynchronizeOptions",
            DuplicateCure = "Give each row once.",
            Except = NamesOf(options.Except, "Except"),
            InsertOnly = NamesOf(options.InsertOnly, "InsertOnly"),
            NotCompared = NamesOf(options.NotCompared, "NotCompared"),
            Orphans = options.Orphans.Rule,
            IncludeGraph = options.IncludeGraph,
            Changes = options.Changes is { } changes ? (inserted, updated, orphans) => changes(new(inserted, updated, orphans)) : null,
        }).WithDefaultsOf(typeof(T), defaults);

        static IReadOnlyList<string>? NamesOf(Expression<Func<T, object?>>? selection, string option)
            => selection is null ? null : PropertySelection.Names(selection, $"BulkSynchronizeOptions.{option}");
    }

    /// <exception cref="ArgumentException">An option's value is invalid.</exception>
    public static ResolvedOptions Of(BulkDeleteOptions? options, MySqlBulkDefaults defaults) => Common(options, defaults) with
    {
        Type = "BulkDeleteOptions",
        CheckDuplicates = options?.CheckDuplicates ?? true,
        CheckConcurrency = options?.CheckConcurrency ?? true,
        IgnoresNotFound = options is { NotFound: NotFoundRows.Ignore },
    };

    /// <exception cref="ArgumentException">An option's value is invalid.</exception>
    public static ResolvedOptions Of(BulkExecuteOptions? options, MySqlBulkDefaults defaults) => Common(options, defaults) with
    {
        ReturnAffected = options?.ReturnAffected ?? false,
    };

    /// <summary>The same options for entities of another class, which are related to those given: options that name properties are about the latter.</summary>
    public ResolvedOptions Of(Type related, MySqlBulkDefaults defaults) => (this with
    {
        IncludeGraph = false,
        Match = null,
        Update = null,
        Except = null,
        InsertOnly = null,
        NotCompared = null,
        Set = null,
        UpdateWhen = null,
    }).WithDefaultsOf(related, defaults);

    // The properties that the context names for a class hold where the call names none.
    private ResolvedOptions WithDefaultsOf(Type type, MySqlBulkDefaults defaults) => this with
    {
        InsertOnly = InsertOnly ?? (Update is null ? PropertyDefaults.Of(type, defaults.InsertOnly, "InsertOnly") : null),
        NotCompared = NotCompared ?? PropertyDefaults.Of(type, defaults.NotCompared, "NotCompared"),
        NotComparedIsDefault = NotCompared is null,
    };

    // The look-up, the inserts and the updates have strategies of their own, in one transaction.
    private static ResolvedOptions Looked(BulkOptions? options, MySqlBulkDefaults defaults) => Common(options, defaults with { Strategy = null, Connections = null, ArrayBatchDriver = null }) with
    {
        ReturnKeys = true,
        VerifyKeys = true,
        DuplicateCure = "Give each row once, or set Duplicates = DuplicateRows.LastWins, or to a function that makes one row of two.",
    };

    private static ResolvedOptions Common(BulkOptions? options, MySqlBulkDefaults defaults)
    {
        if (options?.BatchRows is < 1)
            throw new ArgumentException($"BulkOptions.BatchRows is {options.BatchRows}; it must be 1 or more.", nameof(options));
        (BulkPipelining pipelining, int connections) = RequestedPipelining.Of(options, defaults);
        if (connections is < 1 or > MaxConnections)
            throw new ArgumentException($"BulkStrategyOptions.Connections is {connections}; it must be between 1 and {MaxConnections}.", nameof(options));
        if (connections > 1 && pipelining == BulkPipelining.Never)
            throw new ArgumentException("BulkStrategyOptions.Connections is greater than 1, but BulkOptions.Pipelining is Never, which allows only the context's connection.", nameof(options));
        if (!Enum.IsDefined(pipelining))
            throw new ArgumentException($"BulkOptions.Pipelining is {pipelining}, which is not one of its values.", nameof(options));
        TimeSpan? timeout = options?.Timeout ?? defaults.Timeout;
        if (timeout is { } given && given <= TimeSpan.Zero && given != System.Threading.Timeout.InfiniteTimeSpan)
            throw new ArgumentException($"BulkOptions.Timeout is {given}; it must be positive, or Timeout.InfiniteTimeSpan.", nameof(options));
        return new()
        {
            Table = (options as ITargetTable)?.Table,
            Strategy = (options as BulkStrategyOptions)?.Strategy ?? defaults.Strategy,
            Pipelining = connections > 1 ? BulkPipelining.Always : pipelining,
            Connections = connections,
            AtomicBy = connections > 1 && ((options as BulkStrategyOptions)?.Atomic ?? defaults.Atomic ?? false) ? DecisionTables.NameIn(defaults, "BulkStrategyOptions.Atomic") : null,
            RecordsCommitsIn = defaults.RecordCommits == true ? DecisionTables.NameIn(defaults, "UseMySqlBulk(o => o.RecordCommits())") : null,
            ArrayBatchDriver = defaults.ArrayBatchDriver,
            Rejected = Rejection.Of(options, connections, defaults.ArrayBatchDriver),
            BatchRows = options?.BatchRows ?? defaults.BatchRows,
            Timeout = timeout,
            Progress = options?.Progress ?? defaults.Progress,
            BufferForRetry = options?.BufferForRetry ?? defaults.BufferForRetry ?? false,
            FindFailingRow = options?.FindFailingRow ?? defaults.FindFailingRow ?? true,
        };
    }
}
