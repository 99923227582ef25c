using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>A mapping's rows are inserted, given other values, and two thirds of them deleted.</summary>
internal sealed class Story(FidelityDatabase database, ComparedMapping mapping, SampleRows sample)
{
    /// <summary>What is seen after each operation. A failure is the last one. Generated keys begin at one, or where a table has another first key.</summary>
    public async Task<List<Seen>> TellAsync(Way way, bool isAsync, string sqlMode, string culture, IReadOnlyDictionary<string, string>? firstKeys = null)
    {
        await database.BeginAsync(mapping, sample, firstKeys);
        StoredRows rows = mapping.NewRows(sample);
        await using ModelContext context = await database.ContextAsync(way, sqlMode);
        if (way.IsTracked)
            rows.Add(context);
        List<Seen> all = [];
        foreach (Operation operation in Enum.GetValues<Operation>())
        {
            if (operation == Operation.Update)
                rows.Change(context);
            Seen seen = await StoreAsync(way, context, rows, operation, isAsync, culture);
            all.Add(seen);
            if (seen.Failure is not null)
                break;
        }

        return all;
    }

    private async Task<Seen> StoreAsync(Way way, ModelContext context, StoredRows rows, Operation operation, bool isAsync, string culture)
    {
        Exception? failure = null;
        string? refusal = null;
        CultureInfo before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
        try
        {
            await way.StoreAsync(context, rows, operation, isAsync, database.Kind);
        }
        catch (InvalidOperationException exception) when (way is CallWay && exception.TargetSite?.Module.Assembly == typeof(BulkOptions).Assembly)
        {
            refusal = exception.Message;
            CultureInfo.CurrentCulture = before;
            await StoreInsteadAsync(way, context, rows, operation);
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            failure = exception;
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }

        return new(
            failure, await database.StoredAsync(mapping), [.. rows.Shown()], failure is null && operation == Operation.Update && mapping.CanBeReadFrom(database.Kind) ? await database.ReadAsync(rows) : [],
            way.IsTracked ? [.. SeenState.Tracked(context)] : [.. context.ChangeTracker.Entries().Select(entry => entry.ToString())])
        {
            Refusal = refusal,
        };
    }

    /// <summary>What a way refuses is done by <c>SaveChanges</c>, so that the next operation finds its rows.</summary>
    private async Task StoreInsteadAsync(Way way, ModelContext context, StoredRows rows, Operation operation)
    {
        if (way.IsTracked)
        {
            await Way.SaveChanges.StoreAsync(context, rows, operation, isAsync: true, database.Kind);
            return;
        }

        await using ModelContext saving = await database.ContextAsync(Way.SaveChanges, "DEFAULT");
        if (operation == Operation.Insert)
            rows.Add(saving);
        else if (!mapping.CanBeReadFrom(database.Kind))
            rows.Attach(saving, operation);
        else
            await rows.ChangeStoredAsync(saving, operation);
        await saving.SaveChangesAsync(Token);
    }
}
