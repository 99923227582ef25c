using System.Collections;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>The entities in a navigation of one entity, without an enumerator if it is a list.</summary>
internal readonly struct RelatedEntities
{
    private readonly object? _one;
    private readonly IList? _list;
    private readonly IEnumerable? _others;

    public RelatedEntities(object? value, bool isCollection)
    {
        if (!isCollection)
            _one = value;
        else if (value is IList list)
            _list = list;
        else
            _others = value as IEnumerable;
    }

    public bool AreThere => _one is not null || _list is { Count: > 0 } || _others is not null;

    public Enumerator GetEnumerator() => new(this);

    public struct Enumerator(RelatedEntities all)
    {
        private readonly IEnumerator? _others = all._others?.GetEnumerator();
        private int _at = -1;

        public object? Current { get; private set; }

        public bool MoveNext()
        {
            _at++;
            if (all._list is { } list)
            {
                if (_at >= list.Count)
                    return false;
                Current = list[_at];
                return true;
            }

            if (_others is not null)
            {
                if (!_others.MoveNext())
                    return false;
                Current = _others.Current;
                return true;
            }

            Current = all._one;
            return _at == 0 && all._one is not null;
        }
    }
}
