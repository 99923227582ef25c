using Archive.Model;
using Microsoft.EntityFrameworkCore;

namespace Archive.Check;

/// <summary>The proof: every visit is in one of the tables, in the right one, as it was written, and with every look that was stored.</summary>
internal sealed class TableCheck(VisitsDatabase database, VisitsDatabase archive, VisitRows rows, Run run)
{
    /// <returns>What is wrong, the first ten of it; empty if all is right.</returns>
    public async Task<IReadOnlyList<string>> RunAsync(CancellationToken cancellationToken)
    {
        await using VisitsContext hot = database.Open();
        await using VisitsContext cold = archive.Open();
        Dictionary<long, int> views = await hot.Views.GroupBy(view => view.VisitId).Select(each => new { each.Key, Count = each.Count() }).ToDictionaryAsync(each => each.Key, each => each.Count, cancellationToken);
        List<string> wrong = [];
        bool[] seen = new bool[run.Rows + 1];
        await foreach (Visit visit in hot.Visits.AsNoTracking().AsAsyncEnumerable().WithCancellation(cancellationToken))
            Check(visit, isHot: true);
        await foreach (ArchivedVisit visit in cold.ArchivedVisits.AsNoTracking().AsAsyncEnumerable().WithCancellation(cancellationToken))
            Check(new() { Id = visit.Id, At = visit.At, City = visit.City, Country = visit.Country, Latitude = visit.Latitude, Longitude = visit.Longitude, Views = visit.Views }, isHot: false);
        wrong.AddRange(Enumerable.Range(1, run.Rows).Where(id => !seen[id]).Select(id => $"{id} is in neither table"));
        return [.. wrong.Take(10)];

        void Check(Visit visit, bool isHot)
        {
            string place = isHot ? "the hot table" : "the archive";
            if (visit.Id < 1 || visit.Id > run.Rows || seen[visit.Id])
            {
                wrong.Add($"{visit.Id} is in {place}, and should not be");
                return;
            }

            seen[visit.Id] = true;
            Visit expected = rows.Of(visit.Id);
            if (expected.At >= run.Cutoff != isHot)
                wrong.Add($"{visit.Id} of {expected.At:O} is in {place}");
            if ((visit.At, visit.City, visit.Country, visit.Latitude, visit.Longitude) != (expected.At, expected.City, expected.Country, expected.Latitude, expected.Longitude))
                wrong.Add($"{visit.Id} was changed in {place}");
            if (visit.Views != views.GetValueOrDefault(visit.Id))
                wrong.Add($"{visit.Id} was looked at {views.GetValueOrDefault(visit.Id)} times, and {place} says {visit.Views}");
        }
    }
}
