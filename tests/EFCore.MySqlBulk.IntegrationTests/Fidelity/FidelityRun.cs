using EFCore.MySqlBulk.IntegrationTests.Fidelity.Mappings;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;
using EFCore.MySqlBulk.IntegrationTests.Insert;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>Compares all mappings on one server.</summary>
/// <param name="server">The server.</param>
/// <param name="seed">The seed of the generated values.</param>
/// <param name="shares">1: the server takes every mapping with every way, and every role with every type. 2: half of them; the other server takes the rest, in a run on both. 8: a quarter of that half.</param>
internal sealed class FidelityRun(RunningServer server, ulong seed, int shares)
{
    private readonly FidelityResult _result = new();

    private readonly List<string> _differences = [];

    private long _cells;

    private int _runs;

    public FidelityResult Result => _result;

    public IReadOnlyList<string> Differences => _differences;

    /// <summary>The mappings that the provider does not know, and how it says so.</summary>
    public List<string> NotApplicable { get; } = [];

    public long Cells => _cells;

    public int Runs => _runs;

    /// <summary>Mappings whose entities hold a value of every type.</summary>
    /// <param name="strength">How many of mapping, way, mode, sql_mode and culture meet in every combination of their values.</param>
    public async Task CompareWideAsync(int strength)
    {
        int[] sizes = [WideMappings.All.Count, .. SettingSizes];
        foreach (IGrouping<int, int[]> group in CoveringArray.Of(sizes, strength, at => IsHere(at) && IsPossible(WideMappings.All[at[0]].Mapping, SettingOf(at[1..]))).GroupBy(at => at[0]))
        {
            (string name, ComparedMapping mapping) = WideMappings.All[group.Key];
            await using FidelityDatabase? database = await CreateAsync(name, mapping.Model);
            if (database is null)
                continue;
            Stories stories = new(database, mapping, seed, shares == 1 ? 2 : 1);
            if (await stories.FailureAsync() is { } failure)
            {
                AddNotApplicable(name, failure);
                continue;
            }

            foreach (Setting setting in group.Select(at => SettingOf(at[1..])))
                await CompareAsync(stories, name, [.. StoredTypes.Wide], setting);
        }
    }

    /// <summary>Mappings in which one type has a role.</summary>
    /// <param name="strength">How many of role, type, way, mode, sql_mode and culture meet in every combination of their values.</param>
    public async Task CompareRolesAsync(int strength)
    {
        int[] sizes = [TypeRole.All.Count, StoredTypes.All.Count, .. SettingSizes];
        IEnumerable<int[]> chosen = CoveringArray.Of(sizes, strength, at => IsHere(at) && IsPossible(TypeRole.All[at[0]], StoredTypes.All[at[1]], SettingOf(at[2..])));
        // One model has at most one entity class for a CLR type.
        foreach (IGrouping<(int Role, int Layer), int[]> group in chosen.GroupBy(at => (at[0], Layer(at[1]))))
        {
            TypeRole role = TypeRole.All[group.Key.Role];
            StoredType[] types = [.. StoredTypes.All.Where((type, i) => role.Has(type) && Layer(i) == group.Key.Layer)];
            await using FidelityDatabase? database = await CreateAsync(role.Name, model =>
            {
                foreach (StoredType type in types)
                    role.Of(type).Model(model);
            });
            if (database is null)
                continue;
            foreach (IGrouping<int, int[]> ofType in group.GroupBy(at => at[1]))
            {
                Stories stories = new(database, role.Of(StoredTypes.All[ofType.Key]), seed, shares == 1 ? 2 : 1);
                foreach (Setting setting in ofType.Select(at => SettingOf(at[2..])))
                    await CompareAsync(stories, role.Name, [StoredTypes.All[ofType.Key]], setting);
            }
        }
    }

    private static int[] SettingSizes => [Way.All.Count, 2, Setting.SqlModes.Count, Setting.Cultures.Count];

    private static Setting SettingOf(int[] at) => new(Way.All[at[0]], at[1] == 0, Setting.SqlModes[at[2]], Setting.Cultures[at[3]]);

    private static bool IsPossible(ComparedMapping mapping, Setting setting) => (setting.Way.IsTracked || !mapping.NeedsTracking) && (setting.IsStrict || !mapping.IsRefused) && !(setting.Way.MayUseUpKeys && mapping.HasKeysOfSeveralStatements);

    private static bool IsPossible(TypeRole role, StoredType type, Setting setting) => role.Has(type) && IsPossible(role.Of(type), setting);

    private static int Layer(int type) => StoredTypes.All.Take(type).Count(other => other.Clr == StoredTypes.All[type].Clr);

    private bool IsHere(int[] at) => (at[0] + at[1] + (int)server.Server.Kind) % shares == 0;

    /// <summary>Nothing if the provider cannot map it.</summary>
    private async Task<FidelityDatabase?> CreateAsync(string name, Action<ModelBuilder> model)
    {
        try
        {
            return new(await server.CreateAsync(model, LoadDataTests.LocalFiles));
        }
        catch (Exception exception) when (exception is InvalidOperationException or NotSupportedException or NotImplementedException)
        {
            AddNotApplicable(name, exception);
            return null;
        }
        catch (Exception exception)
        {
            _differences.Add($"{name}: {exception}");
            return null;
        }
    }

    private void AddNotApplicable(string mapping, Exception exception)
    {
        NotApplicable.Add($"{mapping}: {exception.GetType().Name}: {exception.Message}");
        foreach (Way way in Way.All)
            _result.AddWay(mapping, way.Name, Outcome.NotApplicable(exception));
    }

    private async Task CompareAsync(Stories stories, string mapping, StoredType[] types, Setting setting)
    {
        string where = $"{server.Server.Kind}, {mapping}{(types.Length == 1 ? $", {types[0]}" : "")}, {setting}";
        try
        {
            Comparison comparison = await stories.CompareAsync(setting);
            _runs++;
            _cells += comparison.Cells;
            // The first ones tell what is wrong.
            _differences.AddRange(comparison.Differences.Take(3).Select(difference => $"{where}: {difference}"));
            _result.Add(mapping, types, setting.Way, comparison);
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            _differences.Add($"{where}: {exception}");
        }
    }
}
