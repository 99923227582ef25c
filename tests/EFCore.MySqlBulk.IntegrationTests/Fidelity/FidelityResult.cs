using EFCore.MySqlBulk.IntegrationTests.Fidelity.Types;
using EFCore.MySqlBulk.IntegrationTests.Fidelity.Ways;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;

namespace EFCore.MySqlBulk.IntegrationTests.Fidelity;

/// <summary>How every cell came out on one server: types by mappings, and mappings by ways.</summary>
internal sealed class FidelityResult
{
    public SortedDictionary<(string Row, string Column), HashSet<Outcome>> Types { get; } = [];

    public SortedDictionary<(string Row, string Column), HashSet<Outcome>> Ways { get; } = [];

    public void AddWay(string mapping, string way, Outcome outcome) => Add(Ways, mapping, way, outcome);

    public void Add(string mapping, StoredType[] types, Way way, Comparison comparison)
    {
        foreach ((Operation operation, string? refusal, Exception? failure) in comparison.Operations)
        {
            Add(Ways, mapping, way.Name, refusal is null ? Outcome.Equal : Outcome.Refused(operation, refusal));
            if (refusal is null)
            {
                foreach (StoredType type in types)
                    Add(Types, type.Name, mapping, failure is null ? Outcome.Equal : Outcome.Failed(operation, failure));
            }
        }
    }

    private static void Add(SortedDictionary<(string Row, string Column), HashSet<Outcome>> cells, string row, string column, Outcome outcome)
    {
        if (!cells.TryGetValue((row, column), out HashSet<Outcome>? outcomes))
            cells[(row, column)] = outcomes = [];
        outcomes.Add(outcome);
    }
}
