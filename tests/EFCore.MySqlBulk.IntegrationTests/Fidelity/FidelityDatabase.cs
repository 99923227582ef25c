using System.Data;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>The database of one or several mappings, which every run empties first.</summary>
internal sealed class FidelityDatabase(TestDatabase database) : IAsyncDisposable
{
    private readonly ModelContext _beside = database.Context();

    public ServerKind Kind => database.Server.Server.Kind;

    /// <summary>A new context as a way needs it, in a session as a setting needs it.</summary>
    public async Task<ModelContext> ContextAsync(Way way, string sqlMode)
    {
        ModelContext context = database.Context(options =>
        {
            // Connector/NET waits for ever if MariaDB refuses one of a batch's statements.
            options.UseMySql(ConnectionString(sqlMode), database.Server.Version, mySql =>
            {
                Plugins.Use(mySql);
                if (Kind == ServerKind.MariaDb)
                    mySql.MaxBatchSize(1);
            });
            options.UseModel(_beside.Model).UseMySqlBulk(bulk => bulk.BulkSaveChanges(way.IsOption));
        });
        await context.Database.OpenConnectionAsync();
        await TestDatabase.ExecuteAsync(context, $"SET SESSION sql_mode={sqlMode}");
        return context;
    }

    /// <summary>The first generated key of each table of a mapping whose keys do not begin at one.</summary>
    public IReadOnlyDictionary<string, string> FirstKeys(ComparedMapping mapping, IReadOnlyList<StoredTable> stored)
    {
        Dictionary<string, string> first = [];
        foreach (ITable table in Tables(mapping))
        {
            if (GeneratedKey(table) is not { } generated)
                continue;
            StoredTable rows = stored.Single(each => each.Name == table.Name);
            int key = Array.IndexOf(rows.Columns, generated.Name);
            if (rows.Rows.Count > 0 && rows.Rows.Min(row => long.Parse(row[key]!, CultureInfo.InvariantCulture)) is var lowest && lowest != 1)
                first[table.Name] = lowest.ToString(CultureInfo.InvariantCulture);
        }

        return first;
    }

    /// <summary>Empties a mapping's tables, lets their keys begin at one again, or at others, and stores what has to be there before.</summary>
    public async Task BeginAsync(ComparedMapping mapping, SampleRows sample, IReadOnlyDictionary<string, string>? firstKeys = null)
    {
        await OpenAsync();
        string[] tables = [.. Tables(mapping).Select(table => $"DELETE FROM `{table.Name}`; {(GeneratedKey(table) is not null ? $"ALTER TABLE `{table.Name}` AUTO_INCREMENT={firstKeys?.GetValueOrDefault(table.Name) ?? "1"};" : "")}")];
        await TestDatabase.ExecuteAsync(_beside, $"SET foreign_key_checks=0; {string.Concat(tables)} SET foreign_key_checks=1");
        object[] before = [.. mapping.Before(sample)];
        if (before.Length == 0)
            return;
        await using ModelContext context = await ContextAsync(Way.SaveChanges, "DEFAULT");
        context.AddRange(before);
        await context.SaveChangesAsync();
    }

    /// <summary>Every row of a mapping's tables, in bytes.</summary>
    public async Task<List<StoredTable>> StoredAsync(ComparedMapping mapping)
    {
        await OpenAsync();
        List<StoredTable> stored = [];
        foreach (ITable table in Tables(mapping))
        {
            IColumn[] columns = [.. table.Columns.OrderBy(column => column.Name, StringComparer.Ordinal)];
            string shown = string.Join(",", columns.Select(column => StoredText.Of($"`{column.Name}`", column.StoreType)));
            List<object?[]> rows = await TestDatabase.QueryAsync(_beside, $"SELECT {shown} FROM `{table.Name}`");
            stored.Add(new(
                table.Name, [.. columns.Select(column => column.Name)],
                [.. rows.Select(row => Array.ConvertAll(row, value => (string?)value)).OrderBy(row => string.Join(' ', row), StringComparer.Ordinal)]));
        }

        return stored;
    }

    /// <summary>The entities as a context reads them that has tracked none.</summary>
    public async Task<List<string>> ReadAsync(StoredRows rows)
    {
        await OpenAsync();
        return await rows.ReadAsync(_beside);
    }

    public async ValueTask DisposeAsync()
    {
        await _beside.DisposeAsync();
        await database.DisposeAsync();
    }

    // MySqlConnector has to be told.
    private string ConnectionString(string sqlMode)
#if CONNECTORNET
        => database.ConnectionString;
#else
        => sqlMode.Contains("NO_BACKSLASH_ESCAPES", StringComparison.Ordinal) ? $"{database.ConnectionString};No Backslash Escapes=True" : database.ConnectionString;
#endif

    private async Task OpenAsync()
    {
        if (_beside.Database.GetDbConnection().State != ConnectionState.Open)
            await _beside.Database.OpenConnectionAsync();
    }

    private static IColumn? GeneratedKey(ITable table)
        => table.PrimaryKey!.Columns.FirstOrDefault(column => column.PropertyMappings.Select(mapping => mapping.Property)
            .Any(property => property.ValueGenerated == ValueGenerated.OnAdd && (property.ClrType == typeof(int) || property.ClrType == typeof(long))));

    private IEnumerable<ITable> Tables(ComparedMapping mapping)
        => _beside.Model.GetRelationalModel().Tables.Where(mapping.Owns).OrderBy(table => table.Name, StringComparer.Ordinal);
}
