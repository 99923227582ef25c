using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace EFCore.MySqlBulk.Analyzers;

/// <summary>Finds the values that a local variable or a parameter may have where it is read.</summary>
internal static class VariableValues
{
    /// <summary>The values that may have been stored last; for an append, the <c>+=</c> operation itself. An operation that stores an unknown value
    /// is included too, so the list is empty only if nothing is stored.</summary>
    /// <param name="read">The operation that reads the variable.</param>
    public static IReadOnlyList<IOperation> At(IOperation read)
    {
        ISymbol variable = VariableOf(read)!;
        List<IOperation> values = [];
        IOperation at = read;
        for (; at.Parent is { } parent; at = parent)
        {
            if (IsFunction(parent) is { } function)
            {
                if (SymbolEqualityComparer.Default.Equals(variable.ContainingSymbol, function))
                    break;
                // The function may be called at any time, so any stored value is possible.
                return [.. WritesIn(RootOf(parent), variable)];
            }

            if (parent is ILoopOperation)
            {
                if (parent is IForEachLoopOperation { LoopControlVariable: IVariableDeclaratorOperation each } list && SymbolEqualityComparer.Default.Equals(each.Symbol, variable))
                    return [list.Collection];
                // A value of the loop's previous iteration.
                values.AddRange(WritesIn(parent, variable).Where(value => !IsLeftAfter(value, parent)));
            }
            else if (AddThoseBefore(at, parent, variable, values))
            {
                return values;
            }
        }

        if (variable is IParameterSymbol)
            values.Add(at);
        return values;
    }

    /// <summary>All references to the variable in the containing method.</summary>
    public static IEnumerable<IOperation> ReferencesTo(ILocalSymbol local, IOperation anywhere)
        => RootOf(anywhere).Descendants().Where(operation => operation is ILocalReferenceOperation && SymbolEqualityComparer.Default.Equals(VariableOf(operation), local));

    // Goes backwards from the read until a value has certainly been stored.
    private static bool AddThoseBefore(IOperation at, IOperation parent, ISymbol variable, List<IOperation> values)
    {
        foreach (IOperation earlier in Earlier(at, parent).Reverse())
        {
            values.AddRange(WritesIn(earlier, variable).Where(value => !IsLeftAfter(value, earlier)));
            if (AlwaysStores(earlier, variable))
                return true;
        }

        return false;
    }

    // A branch that ends with return or throw does not reach the following statements. A return in a lambda does not leave the method.
    private static bool IsLeftAfter(IOperation value, IOperation statement)
    {
        bool isLeft = false;
        for (IOperation at = value; at != statement && at.Parent is { } parent; at = parent)
        {
            if (IsFunction(parent) is not null)
                return false;
            isLeft |= parent is IBlockOperation or ISwitchCaseOperation && parent.ChildOperations.LastOrDefault() is { Kind: OperationKind.Return or OperationKind.Throw };
        }

        return isLeft;
    }

    // Only one of the branches is taken.
    private static IEnumerable<IOperation> Earlier(IOperation at, IOperation parent) => parent switch
    {
        IConditionalOperation either => either.Condition == at ? [] : [either.Condition],
        ISwitchOperation choice => choice.Value == at ? [] : [choice.Value],
        ISwitchExpressionOperation choice => choice.Value == at ? [] : [choice.Value],
        _ => parent.ChildOperations.TakeWhile(child => child != at),
    };

    private static bool AlwaysStores(IOperation statement, ISymbol variable) => statement switch
    {
        IExpressionStatementOperation { Operation: ISimpleAssignmentOperation assignment } => Is(assignment.Target, variable),
        IVariableDeclarationGroupOperation group => group.Descendants().OfType<IVariableDeclaratorOperation>()
            .Any(declared => SymbolEqualityComparer.Default.Equals(declared.Symbol, variable) && declared.GetVariableInitializer() is not null),
        _ => false,
    };

    private static IEnumerable<IOperation> WritesIn(IOperation place, ISymbol variable)
        => place.DescendantsAndSelf().Select(operation => Written(operation, variable)).Where(value => value is not null).Select(value => value!);

    // An increment does not count: it numbers placeholders.
    private static IOperation? Written(IOperation operation, ISymbol variable) => operation switch
    {
        IVariableDeclaratorOperation declared => SymbolEqualityComparer.Default.Equals(declared.Symbol, variable) ? declared.GetVariableInitializer()?.Value : null,
        ISimpleAssignmentOperation assignment => Is(assignment.Target, variable) ? assignment.Value : null,
        ICoalesceAssignmentOperation assignment => Is(assignment.Target, variable) ? assignment.Value : null,
        ICompoundAssignmentOperation assignment => Is(assignment.Target, variable) ? assignment : null,
        // An out or ref argument, or an element of a tuple: the value is not known.
        IArgumentOperation { Parameter.RefKind: RefKind.Out or RefKind.Ref } argument => argument.Value.DescendantsAndSelf().Any(part => Is(part, variable)) ? argument : null,
        IDeconstructionAssignmentOperation assignment => assignment.Target.DescendantsAndSelf().Any(part => Is(part, variable)) ? assignment : null,
        _ => null,
    };

    private static bool Is(IOperation operation, ISymbol variable) => SymbolEqualityComparer.Default.Equals(VariableOf(operation), variable);

    private static ISymbol? VariableOf(IOperation operation) => operation switch
    {
        ILocalReferenceOperation local => local.Local,
        IParameterReferenceOperation parameter => parameter.Parameter,
        _ => null,
    };

    private static IMethodSymbol? IsFunction(IOperation operation) => operation switch
    {
        IAnonymousFunctionOperation lambda => lambda.Symbol,
        ILocalFunctionOperation local => local.Symbol,
        _ => null,
    };

    private static IOperation RootOf(IOperation operation)
    {
        while (operation.Parent is { } parent)
            operation = parent;
        return operation;
    }
}
